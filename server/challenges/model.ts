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
import { defineModel, foreignKey, optionalUser, required, serial } from '~/server/db'
import type { StoredHint } from '~/server/hints/contract'
import type { Connection } from './connections/contract'
import type { ChallengeCategory, ChallengeType, ContainerOptions } from './contract'
import type { Level } from './labels/constants'
import type { Solver } from './solver/contract'

export class Challenge extends Model<InferAttributes<Challenge>, InferCreationAttributes<Challenge>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare title: string
  declare content: CreationOptional<string>
  /** Of a challenge in a category of the game, what that stands for. */
  declare category: ChallengeCategory
  /** The category of the game; null = one of the thirteen. */
  declare categoryId: CreationOptional<number | null>
  declare type: ChallengeType
  declare hints: CreationOptional<string[]>
  /** Written by a trigger; null for hints from before the opening. */
  declare readonly hintTimes: CreationOptional<(Date | null)[]>
  declare pricedHints: CreationOptional<StoredHint[]>
  /** Where it is played; [] without any. */
  declare connections: CreationOptional<Connection[]>
  declare enabled: CreationOptional<boolean>
  declare originalScore: CreationOptional<number>
  declare minScoreRate: CreationOptional<number>
  declare difficulty: CreationOptional<number>
  declare attemptLimit: CreationOptional<number | null>
  /** Names of plug-ins (docs/rules/plugins.md); null = flags and formula decide. */
  declare checker: CreationOptional<string | null>
  declare scoring: CreationOptional<string | null>
  /** Values of the scoring function when the points were saved; null without one. */
  declare pointValues: CreationOptional<number[] | null>
  /** Markdown; '' without one. */
  declare solution: CreationOptional<string>
  /** Read by everybody once the game is over. */
  declare solutionPublic: CreationOptional<boolean>
  declare author: CreationOptional<string>
  declare level: CreationOptional<Level | null>
  declare tags: CreationOptional<string[]>
  declare requires: CreationOptional<number[]>
  declare hideLocked: CreationOptional<boolean>
  /** Since when it takes no flags; null = never blocked. Blocked while `unblockedAt` is null. */
  declare blockedAt: CreationOptional<Date | null>
  declare unblockedAt: CreationOptional<Date | null>
  /** The reason that players read. */
  declare blockReason: CreationOptional<string>
  /** Players were told of the block by a notice. */
  declare blockAnnounced: CreationOptional<boolean>
  declare fileName: CreationOptional<string>
  declare flagTemplate: CreationOptional<string | null>
  /** Looks like a flag and is wrong; of containers what each team's is made of. */
  declare decoy: CreationOptional<string | null>
  declare containerImage: CreationOptional<string>
  declare containerCompose: CreationOptional<string | null>
  declare composeImages: CreationOptional<string[]>
  declare memoryLimit: CreationOptional<number>
  declare cpuCount: CreationOptional<number>
  declare storageLimit: CreationOptional<number>
  declare exposePort: CreationOptional<number>
  declare trafficCapture: CreationOptional<boolean>
  /** The stored options; members that an older version did not have may be missing. */
  declare containerOptions: CreationOptional<Partial<ContainerOptions>>
  /** The stored solver; null = none. */
  declare solver: CreationOptional<Solver | null>
  declare sourceId: CreationOptional<string | null>
  declare releaseAt: CreationOptional<Date | null>
  /** No flags are taken from this time until the game's end; null: no deadline. */
  declare closesAt: CreationOptional<Date | null>
  /** True if the release is announced; null = default (docs/rules/news.md#changes). */
  declare releaseAnnounce: CreationOptional<boolean | null>
  /** When the last release failed, and the code of the reason; null unless it failed. */
  declare releaseFailedAt: CreationOptional<Date | null>
  declare releaseFault: CreationOptional<string | null>
  declare announced: CreationOptional<boolean>
  declare version: CreationOptional<number>
  declare createdAt: Date
}

export class ChallengeVersion extends Model<
  InferAttributes<ChallengeVersion>,
  InferCreationAttributes<ChallengeVersion>
> {
  declare challengeId: number
  declare number: number
  declare at: Date
  declare actorId: CreationOptional<string | null>
  declare fields: string[]
  declare content: unknown
}

export class Flag extends Model<InferAttributes<Flag>, InferCreationAttributes<Flag>> {
  declare id: CreationOptional<number>
  declare challengeId: number
  declare flag: string
  /** A decoy in the file; null = none. */
  declare decoy: CreationOptional<string | null>
}

const defineFlags = (sequelize: Sequelize) =>
  defineModel(sequelize, Flag, 'flags', {
    id: serial(),
    challengeId: foreignKey('challenges'),
    flag: required(DataTypes.TEXT),
    decoy: DataTypes.TEXT
  })

const OWN_CATEGORY = {
  type: DataTypes.INTEGER,
  references: { model: 'categories', key: 'id' },
  onDelete: 'SET NULL'
}

/** Defines the models on one connection. Defaults are rules (docs/rules/challenges.md#fields-and-defaults). */
export function defineChallenges(sequelize: Sequelize): {
  challenges: ModelStatic<Challenge>
  flags: ModelStatic<Flag>
} {
  const text = (fallback?: string) => required(DataTypes.TEXT, fallback)
  const number = (fallback: number) => required(DataTypes.INTEGER, fallback)
  const real = (fallback: number) => required(DataTypes.DOUBLE, fallback)
  const flag = () => required(DataTypes.BOOLEAN, false)
  const columns: ModelAttributes<Challenge, Attributes<Challenge>> = {
    id: serial(),
    gameId: foreignKey('games'),
    title: text(),
    content: text(''),
    category: text('Misc'),
    categoryId: OWN_CATEGORY,
    type: text('StaticAttachment'),
    hints: required(DataTypes.ARRAY(DataTypes.TEXT), []),
    hintTimes: required(DataTypes.ARRAY(DataTypes.DATE(3)), literal("'{}'::timestamp with time zone[]")),
    pricedHints: required(DataTypes.JSONB, literal("'[]'::jsonb")),
    connections: required(DataTypes.JSONB, literal("'[]'::jsonb")),
    enabled: flag(),
    originalScore: number(1000),
    minScoreRate: real(0.25),
    difficulty: real(5),
    attemptLimit: DataTypes.INTEGER,
    checker: DataTypes.TEXT,
    scoring: DataTypes.TEXT,
    pointValues: DataTypes.ARRAY(DataTypes.INTEGER),
    solution: text(''),
    solutionPublic: flag(),
    author: text(''),
    level: DataTypes.TEXT,
    tags: required(DataTypes.ARRAY(DataTypes.TEXT), []),
    requires: required(DataTypes.ARRAY(DataTypes.INTEGER), literal("'{}'::integer[]")),
    hideLocked: flag(),
    blockedAt: DataTypes.DATE(3),
    unblockedAt: DataTypes.DATE(3),
    blockReason: text(''),
    blockAnnounced: flag(),
    fileName: text('attachment'),
    flagTemplate: DataTypes.TEXT,
    decoy: DataTypes.TEXT,
    containerImage: text(''),
    containerCompose: DataTypes.TEXT,
    composeImages: required(DataTypes.ARRAY(DataTypes.TEXT), []),
    memoryLimit: number(64),
    cpuCount: number(1),
    storageLimit: number(256),
    exposePort: number(80),
    trafficCapture: flag(),
    containerOptions: required(DataTypes.JSONB, {}),
    solver: DataTypes.JSONB,
    sourceId: DataTypes.TEXT,
    releaseAt: DataTypes.DATE(3),
    closesAt: DataTypes.DATE(3),
    releaseAnnounce: DataTypes.BOOLEAN,
    releaseFailedAt: DataTypes.DATE(3),
    releaseFault: DataTypes.TEXT,
    announced: flag(),
    version: number(1),
    createdAt: required(DataTypes.DATE(3), literal('now()'))
  }
  const challenges = defineModel(sequelize, Challenge, 'challenges', columns, { version: true })
  return { challenges, flags: defineFlags(sequelize) }
}

export class TeamFlag extends Model<InferAttributes<TeamFlag>, InferCreationAttributes<TeamFlag>> {
  declare challengeId: number
  declare participationId: number
  declare flagId: CreationOptional<number | null>
  declare flag: string
  declare assignedAt: CreationOptional<Date>
}

export function defineTeamFlags(sequelize: Sequelize): ModelStatic<TeamFlag> {
  return defineModel(sequelize, TeamFlag, 'team_flags', {
    challengeId: foreignKey('challenges', { primaryKey: true }),
    participationId: foreignKey('participations', { primaryKey: true }),
    flagId: { type: DataTypes.INTEGER, references: { model: 'flags', key: 'id' } },
    flag: required(DataTypes.TEXT),
    assignedAt: required(DataTypes.DATE(3), literal('now()'))
  })
}

export class TeamDecoy extends Model<InferAttributes<TeamDecoy>, InferCreationAttributes<TeamDecoy>> {
  declare challengeId: number
  declare participationId: number
  declare decoy: string
  declare assignedAt: CreationOptional<Date>
}

export function defineTeamDecoys(sequelize: Sequelize): ModelStatic<TeamDecoy> {
  return defineModel(sequelize, TeamDecoy, 'team_decoys', {
    challengeId: foreignKey('challenges', { primaryKey: true }),
    participationId: foreignKey('participations', { primaryKey: true }),
    decoy: required(DataTypes.TEXT),
    assignedAt: required(DataTypes.DATE(3), literal('now()'))
  })
}

export class AttemptReset extends Model<
  InferAttributes<AttemptReset>,
  InferCreationAttributes<AttemptReset>
> {
  declare challengeId: number
  declare participationId: number
  declare at: Date
}

export function defineAttemptResets(sequelize: Sequelize): ModelStatic<AttemptReset> {
  return defineModel(sequelize, AttemptReset, 'attempt_resets', {
    challengeId: foreignKey('challenges', { primaryKey: true }),
    participationId: foreignKey('participations', { primaryKey: true }),
    at: required(DataTypes.DATE(3))
  })
}

export function defineChallengeVersions(sequelize: Sequelize): ModelStatic<ChallengeVersion> {
  return defineModel(sequelize, ChallengeVersion, 'challenge_versions', {
    challengeId: foreignKey('challenges', { primaryKey: true }),
    number: { type: DataTypes.INTEGER, primaryKey: true },
    at: required(DataTypes.DATE(3)),
    actorId: optionalUser(),
    fields: required(DataTypes.ARRAY(DataTypes.TEXT)),
    content: required(DataTypes.JSONB)
  })
}
