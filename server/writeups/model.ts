import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'

export class Writeup extends Model<InferAttributes<Writeup>, InferCreationAttributes<Writeup>> {
  declare participationId: number
  declare hash: string
  declare name: string
  declare userId: CreationOptional<string | null>
  declare uploadedAt: Date
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineWriteups(sequelize: Sequelize): typeof Writeup {
  class Bound extends Writeup {}
  return Bound.init(
    {
      participationId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'participations', key: 'id' },
        onDelete: 'CASCADE'
      },
      hash: { type: DataTypes.CHAR(64), allowNull: false, references: { model: 'blobs', key: 'hash' } },
      name: { type: DataTypes.TEXT, allowNull: false },
      userId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      uploadedAt: { type: DataTypes.DATE(3), allowNull: false }
    },
    { sequelize, tableName: 'writeups', modelName: 'Writeup' }
  ) as typeof Writeup
}
