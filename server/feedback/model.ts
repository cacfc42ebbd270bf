import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, required } from '~/server/db'

export class ChallengeFeedback extends Model<
  InferAttributes<ChallengeFeedback>,
  InferCreationAttributes<ChallengeFeedback>
> {
  declare challengeId: number
  declare userId: string
  declare participationId: number
  declare stars: number
  declare line: string
  declare at: Date
}

export function defineChallengeFeedback(sequelize: Sequelize): ModelStatic<ChallengeFeedback> {
  return defineModel(sequelize, ChallengeFeedback, 'challenge_feedback', {
    challengeId: foreignKey('challenges', { primaryKey: true }),
    userId: {
      type: DataTypes.UUID,
      primaryKey: true,
      references: { model: 'users', key: 'id' },
      onDelete: 'CASCADE'
    },
    participationId: foreignKey('participations'),
    stars: required(DataTypes.INTEGER),
    line: required(DataTypes.TEXT),
    at: required(DataTypes.DATE(3))
  })
}
