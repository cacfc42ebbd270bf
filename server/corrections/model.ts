import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, optionalUser, required, serial } from '~/server/db'
import type { DraftState } from './constants'
import type { CorrectionEffect, CorrectionKind, PublicCorrection } from './contract'
import type { Plan } from './plan/plan'

/** The scope as announced, with the names of that time. */
export type CorrectionScope = Pick<
  PublicCorrection,
  'challenges' | 'teams' | 'points' | 'incident' | 'extension'
>

export class Correction extends Model<InferAttributes<Correction>, InferCreationAttributes<Correction>> {
  declare id: CreationOptional<number>
  declare gameId: number
  /** Counts from 1 in each game. */
  declare number: number
  declare kind: CorrectionKind
  declare scope: CorrectionScope
  declare reason: string
  declare effect: CorrectionEffect
  declare plan: Plan
  declare at: Date
  /** Null for a deleted account. */
  declare userId: CreationOptional<string | null>
  /** The second person, where somebody else proposed it. */
  declare confirmedBy: CreationOptional<string | null>
  declare undoneAt: CreationOptional<Date | null>
  declare undoneBy: CreationOptional<string | null>
  declare undoneReason: CreationOptional<string | null>
}

export function defineCorrections(sequelize: Sequelize): ModelStatic<Correction> {
  return defineModel(sequelize, Correction, 'corrections', {
    id: serial(),
    gameId: foreignKey('games'),
    number: required(DataTypes.INTEGER),
    kind: required(DataTypes.TEXT),
    scope: required(DataTypes.JSONB),
    reason: required(DataTypes.TEXT),
    effect: required(DataTypes.JSONB),
    plan: required(DataTypes.JSONB),
    at: required(DataTypes.DATE(3)),
    userId: optionalUser(),
    confirmedBy: optionalUser(),
    undoneAt: DataTypes.DATE(3),
    undoneBy: optionalUser(),
    undoneReason: DataTypes.TEXT
  })
}

export class CorrectionNewsRow extends Model<
  InferAttributes<CorrectionNewsRow>,
  InferCreationAttributes<CorrectionNewsRow>
> {
  declare id: CreationOptional<number>
  declare correctionId: number
  declare participationId: number
  /** The news is about undoing the correction. */
  declare undone: boolean
  declare points: number
  /** A freeze hides it. */
  declare held: boolean
}

export function defineCorrectionNews(sequelize: Sequelize): ModelStatic<CorrectionNewsRow> {
  return defineModel(sequelize, CorrectionNewsRow, 'correction_news', {
    id: serial(),
    correctionId: foreignKey('corrections'),
    participationId: foreignKey('participations'),
    undone: required(DataTypes.BOOLEAN),
    points: required(DataTypes.INTEGER),
    held: required(DataTypes.BOOLEAN)
  })
}

export class CorrectionDraftRow extends Model<
  InferAttributes<CorrectionDraftRow>,
  InferCreationAttributes<CorrectionDraftRow>
> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare input: unknown
  declare scope: CorrectionScope
  declare reason: string
  declare announce: boolean
  /** The effect at the time of the proposal. */
  declare effect: CorrectionEffect
  declare digest: string
  declare state: CreationOptional<DraftState>
  declare at: Date
  declare userId: CreationOptional<string | null>
  /** A second person had to confirm and did. */
  declare second: CreationOptional<boolean>
  declare decidedAt: CreationOptional<Date | null>
  declare decidedBy: CreationOptional<string | null>
  declare decidedReason: CreationOptional<string | null>
  /** Code of the error for which it expired. */
  declare cause: CreationOptional<string | null>
  /** The number of the correction made from the draft. */
  declare number: CreationOptional<number | null>
}

export function defineCorrectionDrafts(sequelize: Sequelize): ModelStatic<CorrectionDraftRow> {
  return defineModel(sequelize, CorrectionDraftRow, 'correction_drafts', {
    id: serial(),
    gameId: foreignKey('games'),
    input: required(DataTypes.JSONB),
    scope: required(DataTypes.JSONB),
    reason: required(DataTypes.TEXT),
    announce: required(DataTypes.BOOLEAN),
    effect: required(DataTypes.JSONB),
    digest: required(DataTypes.TEXT),
    state: required(DataTypes.TEXT, 'open'),
    at: required(DataTypes.DATE(3)),
    userId: optionalUser(),
    second: required(DataTypes.BOOLEAN, false),
    decidedAt: DataTypes.DATE(3),
    decidedBy: optionalUser(),
    decidedReason: DataTypes.TEXT,
    cause: DataTypes.TEXT,
    number: DataTypes.INTEGER
  })
}
