import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'
import type { ChallengeCategory, ChallengeType, ContainerOptions } from './contract'

export class Challenge extends Model<InferAttributes<Challenge>, InferCreationAttributes<Challenge>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare title: string
  declare content: CreationOptional<string>
  declare category: ChallengeCategory
  declare type: ChallengeType
  declare hints: CreationOptional<string[]>
  /** Set by a trigger: when each hint was given; null for those it was enabled with. */
  declare readonly hintTimes: CreationOptional<(Date | null)[]>
  declare enabled: CreationOptional<boolean>
  declare originalScore: CreationOptional<number>
  declare minScoreRate: CreationOptional<number>
  declare difficulty: CreationOptional<number>
  declare fileName: CreationOptional<string>
  declare flagTemplate: CreationOptional<string | null>
  declare containerImage: CreationOptional<string>
  /** Instead of the image; null = it is the image. */
  declare containerCompose: CreationOptional<string | null>
  /** What its services are made of; [] without it. */
  declare composeImages: CreationOptional<string[]>
  declare memoryLimit: CreationOptional<number>
  declare cpuCount: CreationOptional<number>
  declare storageLimit: CreationOptional<number>
  declare exposePort: CreationOptional<number>
  declare trafficCapture: CreationOptional<boolean>
  /** As stored; members that an older Halyard did not know have their defaults. */
  declare containerOptions: CreationOptional<Partial<ContainerOptions>>
  /** Where it was imported from; null = it was not, or that says nothing. */
  declare sourceId: CreationOptional<string | null>
  /** When it is enabled by itself; null = by hand. */
  declare releaseAt: CreationOptional<Date | null>
  /** Whether that is told; null = as by default (docs/rules/news.md#changes). */
  declare releaseAnnounce: CreationOptional<boolean | null>
  /** Players of the running game have seen it. */
  declare announced: CreationOptional<boolean>
  /** Counts the writes. */
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
}

/**
 * Ties the models to a connection; one class per database. The defaults are rules
 * (docs/rules/challenges.md#fields-and-defaults).
 */
export function defineChallenges(sequelize: Sequelize): {
  challenges: typeof Challenge
  flags: typeof Flag
} {
  class BoundChallenge extends Challenge {}
  class BoundFlag extends Flag {}
  const text = (defaultValue?: string) => ({ type: DataTypes.TEXT, allowNull: false, defaultValue })
  const number = (defaultValue: number) => ({ type: DataTypes.INTEGER, allowNull: false, defaultValue })
  const real = (defaultValue: number) => ({ type: DataTypes.DOUBLE, allowNull: false, defaultValue })
  // A new one each: Sequelize writes the column's name into it.
  const flag = () => ({ type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false })
  const challenges = BoundChallenge.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      gameId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      title: text(),
      content: text(''),
      category: text('Misc'),
      type: text('StaticAttachment'),
      hints: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false, defaultValue: [] },
      hintTimes: {
        type: DataTypes.ARRAY(DataTypes.DATE(3)),
        allowNull: false,
        defaultValue: literal("'{}'::timestamp with time zone[]")
      },
      enabled: flag(),
      originalScore: number(1000),
      minScoreRate: real(0.25),
      difficulty: real(5),
      fileName: text('attachment'),
      flagTemplate: DataTypes.TEXT,
      containerImage: text(''),
      containerCompose: DataTypes.TEXT,
      composeImages: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false, defaultValue: [] },
      memoryLimit: number(64),
      cpuCount: number(1),
      storageLimit: number(256),
      exposePort: number(80),
      trafficCapture: flag(),
      containerOptions: { type: DataTypes.JSONB, allowNull: false, defaultValue: {} },
      sourceId: DataTypes.TEXT,
      releaseAt: DataTypes.DATE(3),
      releaseAnnounce: DataTypes.BOOLEAN,
      announced: flag(),
      version: number(1),
      createdAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'challenges', modelName: 'Challenge', version: true }
  ) as typeof Challenge
  const flags = BoundFlag.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      challengeId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'challenges', key: 'id' },
        onDelete: 'CASCADE'
      },
      flag: text()
    },
    { sequelize, tableName: 'flags', modelName: 'Flag' }
  ) as typeof Flag
  return { challenges, flags }
}

export class TeamFlag extends Model<InferAttributes<TeamFlag>, InferCreationAttributes<TeamFlag>> {
  declare challengeId: number
  declare participationId: number
  declare flagId: CreationOptional<number | null>
  declare flag: string
  declare assignedAt: CreationOptional<Date>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineTeamFlags(sequelize: Sequelize): typeof TeamFlag {
  class Bound extends TeamFlag {}
  return Bound.init(
    {
      challengeId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'challenges', key: 'id' },
        onDelete: 'CASCADE'
      },
      participationId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'participations', key: 'id' },
        onDelete: 'CASCADE'
      },
      flagId: { type: DataTypes.INTEGER, references: { model: 'flags', key: 'id' } },
      flag: { type: DataTypes.TEXT, allowNull: false },
      assignedAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'team_flags', modelName: 'TeamFlag' }
  ) as typeof TeamFlag
}

/** Ties the model to a connection; one class per database. */
export function defineChallengeVersions(sequelize: Sequelize): typeof ChallengeVersion {
  class Bound extends ChallengeVersion {}
  return Bound.init(
    {
      challengeId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'challenges', key: 'id' },
        onDelete: 'CASCADE'
      },
      number: { type: DataTypes.INTEGER, primaryKey: true },
      at: { type: DataTypes.DATE(3), allowNull: false },
      actorId: {
        type: DataTypes.UUID,
        references: { model: 'users', key: 'id' },
        onDelete: 'SET NULL'
      },
      fields: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false },
      content: { type: DataTypes.JSONB, allowNull: false }
    },
    { sequelize, tableName: 'challenge_versions', modelName: 'ChallengeVersion' }
  ) as typeof ChallengeVersion
}
