import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class QueuedMail extends Model<InferAttributes<QueuedMail>, InferCreationAttributes<QueuedMail>> {
  declare id: string
  declare kind: string
  declare userId: CreationOptional<string | null>
  declare address: string
  declare locale: string
  declare createdAt: CreationOptional<Date>
  declare attempts: CreationOptional<number>
  declare dueAt: CreationOptional<Date>
  declare failedAt: CreationOptional<Date | null>
  declare error: CreationOptional<string | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineMailOutbox(sequelize: Sequelize): typeof QueuedMail {
  class Bound extends QueuedMail {}
  return Bound.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      kind: { type: DataTypes.TEXT, allowNull: false },
      userId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'CASCADE' },
      address: { type: DataTypes.TEXT, allowNull: false },
      locale: { type: DataTypes.TEXT, allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') },
      attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      dueAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') },
      failedAt: DataTypes.DATE(3),
      error: DataTypes.TEXT
    },
    { sequelize, tableName: 'mail_outbox', modelName: 'QueuedMail' }
  ) as typeof QueuedMail
}
