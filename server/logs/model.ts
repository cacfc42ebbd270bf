import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'

export class LogEvent extends Model<InferAttributes<LogEvent>, InferCreationAttributes<LogEvent>> {
  declare id: CreationOptional<number>
  declare at: Date
  declare level: 'Information' | 'Warning' | 'Error' | 'Fatal'
  declare process: string
  declare status: string
  declare ip: CreationOptional<string | null>
  declare userId: CreationOptional<string | null>
  declare userName: CreationOptional<string | null>
  declare event: string
  declare details: unknown
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineLogEvents(sequelize: Sequelize): typeof LogEvent {
  class Bound extends LogEvent {}
  return Bound.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      at: { type: DataTypes.DATE(3), allowNull: false },
      level: { type: DataTypes.TEXT, allowNull: false },
      process: { type: DataTypes.TEXT, allowNull: false },
      status: { type: DataTypes.TEXT, allowNull: false },
      ip: DataTypes.TEXT,
      userId: DataTypes.UUID,
      userName: DataTypes.TEXT,
      event: { type: DataTypes.TEXT, allowNull: false },
      details: { type: DataTypes.JSONB, allowNull: false }
    },
    { sequelize, tableName: 'log_events', modelName: 'LogEvent' }
  ) as typeof LogEvent
}
