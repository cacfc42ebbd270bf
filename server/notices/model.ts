import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'
import type { NoticeChange } from './contract'

export class Notice extends Model<InferAttributes<Notice>, InferCreationAttributes<Notice>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare type: string
  declare values: string[]
  declare publishedAt: Date
  /** Of a notice about a change; null for all others. */
  declare change: CreationOptional<NoticeChange | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineNotices(sequelize: Sequelize): typeof Notice {
  class Bound extends Notice {}
  return Bound.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      gameId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      type: { type: DataTypes.TEXT, allowNull: false },
      values: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false },
      publishedAt: { type: DataTypes.DATE(3), allowNull: false },
      change: DataTypes.JSONB
    },
    { sequelize, tableName: 'notices', modelName: 'Notice' }
  ) as typeof Notice
}
