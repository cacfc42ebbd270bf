import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, required, serial } from '~/server/db'
import type { NoticeChange, NoticeType } from './contract'

export class Notice extends Model<InferAttributes<Notice>, InferCreationAttributes<Notice>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare type: NoticeType
  declare values: string[]
  declare publishedAt: Date
  declare change: CreationOptional<NoticeChange | null>
  /** Of a blood. */
  declare challengeId: CreationOptional<number | null>
}

export function defineNotices(sequelize: Sequelize): ModelStatic<Notice> {
  return defineModel(sequelize, Notice, 'notices', {
    id: serial(),
    gameId: foreignKey('games'),
    type: required(DataTypes.TEXT),
    values: required(DataTypes.ARRAY(DataTypes.TEXT)),
    publishedAt: required(DataTypes.DATE(3)),
    change: DataTypes.JSONB,
    challengeId: DataTypes.INTEGER
  })
}
