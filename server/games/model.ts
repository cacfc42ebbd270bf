import {
  type Attributes,
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type ModelAttributes,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, required, serial } from '~/server/db'
import type { RegistrationField } from '~/server/registration-fields/contract'
import type { DivisionLimit } from './contract'

export class Game extends Model<InferAttributes<Game>, InferCreationAttributes<Game>> {
  declare id: CreationOptional<number>
  declare title: string
  declare summary: string
  declare content: string
  declare hidden: boolean
  declare startAt: Date
  declare endAt: Date
  /** Division → its later end, as ISO text (docs/rules/games.md#ends-of-divisions). */
  declare divisionEnds: CreationOptional<Record<string, string>>
  /** The end for the last team; a trigger of the database keeps it. */
  declare finalAt: CreationOptional<Date>
  /** The last end without extra time of teams; by a trigger. */
  declare announcedEndAt: CreationOptional<Date>
  declare inviteCode: string | null
  declare divisions: string[]
  declare memberLimit: number
  declare containerLimit: number
  declare acceptWithoutReview: boolean
  declare practiceMode: boolean
  declare divisionLimits: CreationOptional<DivisionLimit[]>
  declare solo: CreationOptional<boolean>
  declare registrationFields: CreationOptional<RegistrationField[]>
  declare feedback: CreationOptional<boolean>
  declare writeupRequired: boolean
  declare writeupDeadline: Date
  declare writeupNote: string
  declare bloodBonus: number
  declare certificateNote: CreationOptional<string>
  declare certificateSignature: CreationOptional<string>
  declare posterHash: CreationOptional<string | null>
  declare publicKey: string
  declare privateSeed: string
  declare origin: CreationOptional<string | null>
  declare importValues: CreationOptional<Record<string, string>>
  declare freezeAt: CreationOptional<Date | null>
  declare revealedAt: CreationOptional<Date | null>
  /** Minutes after the last end; null for a reveal by hand. */
  declare revealAfter: CreationOptional<number | null>
  /** Last pause; null and '' before the first. */
  declare pausedAt: CreationOptional<Date | null>
  declare pausedUntil: CreationOptional<Date | null>
  declare pauseReason: CreationOptional<string>
  declare correctionsPublic: CreationOptional<boolean>
  declare correctionsSecond: CreationOptional<boolean>
  /** The run that it is a copy for; null for a game of people (docs/rules/rehearsals.md). */
  declare rehearsal: CreationOptional<string | null>
  declare version: CreationOptional<number>
  declare createdAt: Date
}

export function defineGame(sequelize: Sequelize): ModelStatic<Game> {
  const columns: ModelAttributes<Game, Attributes<Game>> = {
    id: serial(),
    title: required(DataTypes.TEXT),
    summary: required(DataTypes.TEXT, ''),
    content: required(DataTypes.TEXT, ''),
    hidden: required(DataTypes.BOOLEAN, false),
    startAt: required(DataTypes.DATE(3)),
    endAt: required(DataTypes.DATE(3)),
    divisionEnds: required(DataTypes.JSONB, {}),
    finalAt: required(DataTypes.DATE(3), literal('now()')),
    announcedEndAt: required(DataTypes.DATE(3), literal('now()')),
    inviteCode: DataTypes.TEXT,
    divisions: required(DataTypes.ARRAY(DataTypes.TEXT), []),
    memberLimit: required(DataTypes.INTEGER, 0),
    containerLimit: required(DataTypes.INTEGER, 3),
    acceptWithoutReview: required(DataTypes.BOOLEAN, false),
    practiceMode: required(DataTypes.BOOLEAN, true),
    divisionLimits: required(DataTypes.JSONB, []),
    solo: required(DataTypes.BOOLEAN, false),
    registrationFields: required(DataTypes.JSONB, []),
    feedback: required(DataTypes.BOOLEAN, false),
    writeupRequired: required(DataTypes.BOOLEAN, false),
    writeupDeadline: required(DataTypes.DATE(3), literal('now()')),
    writeupNote: required(DataTypes.TEXT, ''),
    bloodBonus: required(DataTypes.INTEGER, 52459530),
    certificateNote: required(DataTypes.TEXT, ''),
    certificateSignature: required(DataTypes.TEXT, ''),
    posterHash: { type: DataTypes.CHAR(64), references: { model: 'blobs', key: 'hash' } },
    publicKey: required(DataTypes.TEXT),
    privateSeed: required(DataTypes.TEXT),
    origin: DataTypes.TEXT,
    importValues: required(DataTypes.JSONB, {}),
    correctionsPublic: required(DataTypes.BOOLEAN, true),
    correctionsSecond: required(DataTypes.BOOLEAN, false),
    freezeAt: DataTypes.DATE(3),
    revealedAt: DataTypes.DATE(3),
    revealAfter: DataTypes.INTEGER,
    pausedAt: DataTypes.DATE(3),
    pausedUntil: DataTypes.DATE(3),
    pauseReason: required(DataTypes.TEXT, ''),
    rehearsal: DataTypes.UUID,
    version: required(DataTypes.INTEGER, 1),
    createdAt: required(DataTypes.DATE(3), literal('now()'))
  }
  return defineModel(sequelize, Game, 'games', columns, { version: true })
}
