import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'

export class HintPurchase extends Model<
  InferAttributes<HintPurchase>,
  InferCreationAttributes<HintPurchase>
> {
  declare challengeId: number
  declare participationId: number
  declare hint: number
  declare cost: number
  declare at: Date
  /** Null for a deleted account. */
  declare userId: CreationOptional<string | null>
  /** Correction that returned the points; null otherwise. */
  declare returnedBy: CreationOptional<number | null>
}

export function defineHintPurchases(sequelize: Sequelize): ModelStatic<HintPurchase> {
  return defineModel(sequelize, HintPurchase, 'hint_purchases', {
    challengeId: foreignKey('challenges', { primaryKey: true }),
    participationId: foreignKey('participations', { primaryKey: true }),
    hint: { type: DataTypes.INTEGER, primaryKey: true },
    cost: required(DataTypes.INTEGER),
    at: required(DataTypes.DATE(3)),
    userId: optionalUser(),
    returnedBy: DataTypes.INTEGER
  })
}
