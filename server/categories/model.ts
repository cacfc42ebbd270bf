import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import type { ChallengeCategory } from '~/server/challenges/constants'
import { defineModel, foreignKey, required, serial } from '~/server/db'
import type { CategoryColor, CategoryIconName } from './constants'

export class CategoryRow extends Model<InferAttributes<CategoryRow>, InferCreationAttributes<CategoryRow>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare name: string
  declare color: CategoryColor
  declare icon: CategoryIconName
  declare standsFor: CreationOptional<ChallengeCategory>
}

export function defineCategories(sequelize: Sequelize): ModelStatic<CategoryRow> {
  return defineModel(sequelize, CategoryRow, 'categories', {
    id: serial(),
    gameId: foreignKey('games'),
    name: required(DataTypes.TEXT),
    color: required(DataTypes.TEXT),
    icon: required(DataTypes.TEXT),
    standsFor: required(DataTypes.TEXT, 'Misc')
  })
}
