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
import type { CaseNews, CaseOutcome, CaseState } from './constants'
import type { EvidenceFacts } from './contract'

export class Case extends Model<InferAttributes<Case>, InferCreationAttributes<Case>> {
  declare id: CreationOptional<number>
  declare gameId: number
  /** Counts from 1 in each game. */
  declare number: number
  declare title: string
  declare state: CreationOptional<CaseState>
  /** Counts changes of the case and its parts. */
  declare version: CreationOptional<number>
  declare openedBy: CreationOptional<string | null>
  declare openedAt: Date
  declare assignedTo: CreationOptional<string | null>
}

export function defineCases(sequelize: Sequelize): ModelStatic<Case> {
  return defineModel(sequelize, Case, 'cases', {
    id: serial(),
    gameId: foreignKey('games'),
    number: required(DataTypes.INTEGER),
    title: required(DataTypes.TEXT),
    state: required(DataTypes.TEXT, 'open'),
    version: required(DataTypes.INTEGER, 1),
    openedBy: optionalUser(),
    openedAt: required(DataTypes.DATE(3)),
    assignedTo: optionalUser()
  })
}

export class CaseTeam extends Model<InferAttributes<CaseTeam>, InferCreationAttributes<CaseTeam>> {
  declare caseId: number
  declare participationId: number
}

export function defineCaseTeams(sequelize: Sequelize): ModelStatic<CaseTeam> {
  return defineModel(sequelize, CaseTeam, 'case_teams', {
    caseId: foreignKey('cases', { primaryKey: true }),
    participationId: foreignKey('participations', { primaryKey: true })
  })
}

export class CaseEntryRow extends Model<
  InferAttributes<CaseEntryRow>,
  InferCreationAttributes<CaseEntryRow>
> {
  declare id: CreationOptional<number>
  declare caseId: number
  declare kind: string
  /** Id of the source, so that evidence is added once. */
  declare ref: CreationOptional<string | null>
  declare facts: CreationOptional<EvidenceFacts | null>
  declare note: CreationOptional<string | null>
  declare userId: CreationOptional<string | null>
  declare at: Date
}

export function defineCaseEntries(sequelize: Sequelize): ModelStatic<CaseEntryRow> {
  return defineModel(sequelize, CaseEntryRow, 'case_entries', {
    id: serial(),
    caseId: foreignKey('cases'),
    kind: required(DataTypes.TEXT),
    ref: DataTypes.TEXT,
    facts: DataTypes.JSONB,
    note: DataTypes.TEXT,
    userId: optionalUser(),
    at: required(DataTypes.DATE(3))
  })
}

export class CaseDecisionRow extends Model<
  InferAttributes<CaseDecisionRow>,
  InferCreationAttributes<CaseDecisionRow>
> {
  declare id: CreationOptional<number>
  declare caseId: number
  declare outcome: CaseOutcome
  declare participationIds: number[]
  declare challengeIds: number[]
  declare points: CreationOptional<number | null>
  declare reason: string
  declare state: CreationOptional<string>
  declare proposedBy: CreationOptional<string | null>
  declare proposedAt: Date
  declare answeredBy: CreationOptional<string | null>
  declare answeredAt: CreationOptional<Date | null>
  declare answer: CreationOptional<string | null>
  /** Number of its correction. */
  declare correction: CreationOptional<number | null>
  declare suspended: CreationOptional<number[]>
  declare undoneBy: CreationOptional<string | null>
  declare undoneAt: CreationOptional<Date | null>
  declare undoneReason: CreationOptional<string | null>
}

export function defineCaseDecisions(sequelize: Sequelize): ModelStatic<CaseDecisionRow> {
  return defineModel(sequelize, CaseDecisionRow, 'case_decisions', {
    id: serial(),
    caseId: foreignKey('cases'),
    outcome: required(DataTypes.TEXT),
    participationIds: required(DataTypes.ARRAY(DataTypes.INTEGER)),
    challengeIds: required(DataTypes.ARRAY(DataTypes.INTEGER)),
    points: DataTypes.INTEGER,
    reason: required(DataTypes.TEXT),
    state: required(DataTypes.TEXT, 'proposed'),
    proposedBy: optionalUser(),
    proposedAt: required(DataTypes.DATE(3)),
    answeredBy: optionalUser(),
    answeredAt: DataTypes.DATE(3),
    answer: DataTypes.TEXT,
    correction: DataTypes.INTEGER,
    suspended: required(DataTypes.ARRAY(DataTypes.INTEGER)),
    undoneBy: optionalUser(),
    undoneAt: DataTypes.DATE(3),
    undoneReason: DataTypes.TEXT
  })
}

export class CaseAppealRow extends Model<
  InferAttributes<CaseAppealRow>,
  InferCreationAttributes<CaseAppealRow>
> {
  declare decisionId: number
  declare participationId: number
  declare userId: CreationOptional<string | null>
  declare at: Date
  declare text: string
  declare answer: CreationOptional<string | null>
  declare answeredBy: CreationOptional<string | null>
  declare answeredAt: CreationOptional<Date | null>
}

export function defineCaseAppeals(sequelize: Sequelize): ModelStatic<CaseAppealRow> {
  return defineModel(sequelize, CaseAppealRow, 'case_appeals', {
    decisionId: foreignKey('case_decisions', { primaryKey: true }),
    participationId: foreignKey('participations', { primaryKey: true }),
    userId: optionalUser(),
    at: required(DataTypes.DATE(3)),
    text: required(DataTypes.TEXT),
    answer: DataTypes.TEXT,
    answeredBy: optionalUser(),
    answeredAt: DataTypes.DATE(3)
  })
}

export class CaseNewsRow extends Model<InferAttributes<CaseNewsRow>, InferCreationAttributes<CaseNewsRow>> {
  declare id: CreationOptional<number>
  declare caseId: number
  /** The receiver. */
  declare userId: string
  declare kind: CaseNews
  declare at: Date
}

export function defineCaseNews(sequelize: Sequelize): ModelStatic<CaseNewsRow> {
  return defineModel(sequelize, CaseNewsRow, 'case_news', {
    id: serial(),
    caseId: foreignKey('cases'),
    userId: foreignKey('users', { type: DataTypes.UUID }),
    kind: required(DataTypes.TEXT),
    at: required(DataTypes.DATE(3))
  })
}
