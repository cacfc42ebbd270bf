import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'

export class TeamClaim extends Model<InferAttributes<TeamClaim>, InferCreationAttributes<TeamClaim>> {
  declare participationId: number
  declare challengeId: number
  declare userId: string
  declare at: Date
}

export function defineTeamClaims(sequelize: Sequelize): ModelStatic<TeamClaim> {
  return defineModel(sequelize, TeamClaim, 'team_claims', {
    participationId: foreignKey('participations', { primaryKey: true }),
    challengeId: foreignKey('challenges', { primaryKey: true }),
    userId: {
      type: DataTypes.UUID,
      primaryKey: true,
      references: { model: 'users', key: 'id' },
      onDelete: 'CASCADE'
    },
    at: required(DataTypes.DATE(3))
  })
}

export class TeamNoteRow extends Model<InferAttributes<TeamNoteRow>, InferCreationAttributes<TeamNoteRow>> {
  declare participationId: number
  declare challengeId: number
  declare text: string
  declare version: number
  declare userId: string | null
  declare at: Date
}

export function defineTeamNotes(sequelize: Sequelize): ModelStatic<TeamNoteRow> {
  return defineModel(sequelize, TeamNoteRow, 'team_notes', {
    participationId: foreignKey('participations', { primaryKey: true }),
    challengeId: foreignKey('challenges', { primaryKey: true }),
    text: required(DataTypes.TEXT),
    version: required(DataTypes.INTEGER),
    userId: optionalUser(),
    at: required(DataTypes.DATE(3))
  })
}
