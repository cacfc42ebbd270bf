import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'

export class AuditEvent extends Model<InferAttributes<AuditEvent>, InferCreationAttributes<AuditEvent>> {
  declare id: CreationOptional<number>
  declare at: Date
  declare actorId: CreationOptional<string | null>
  declare ip: CreationOptional<string | null>
  declare action: string
  declare target: string
  declare before: CreationOptional<unknown>
  declare after: CreationOptional<unknown>
  declare session: CreationOptional<string | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineAuditEvents(sequelize: Sequelize): typeof AuditEvent {
  class Bound extends AuditEvent {}
  return Bound.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      at: { type: DataTypes.DATE(3), allowNull: false },
      actorId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      ip: DataTypes.TEXT,
      action: { type: DataTypes.TEXT, allowNull: false },
      target: { type: DataTypes.TEXT, allowNull: false },
      before: DataTypes.JSONB,
      after: DataTypes.JSONB,
      session: DataTypes.TEXT
    },
    { sequelize, tableName: 'audit_events', modelName: 'AuditEvent' }
  ) as typeof AuditEvent
}
