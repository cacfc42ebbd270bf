import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'

export class Cheat extends Model<InferAttributes<Cheat>, InferCreationAttributes<Cheat>> {
  declare submissionId: number
  declare gameId: number
  declare participationId: number
  declare sourceParticipationId: number
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineCheats(sequelize: Sequelize): typeof Cheat {
  class Bound extends Cheat {}
  return Bound.init(
    {
      submissionId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'submissions', key: 'id' },
        onDelete: 'CASCADE'
      },
      gameId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      participationId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'participations', key: 'id' },
        onDelete: 'CASCADE'
      },
      sourceParticipationId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'participations', key: 'id' },
        onDelete: 'CASCADE'
      }
    },
    { sequelize, tableName: 'cheats', modelName: 'Cheat' }
  ) as typeof Cheat
}

export class GameEvent extends Model<InferAttributes<GameEvent>, InferCreationAttributes<GameEvent>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare type: string
  declare values: string[]
  declare at: Date
  declare userId: CreationOptional<string | null>
  declare participationId: CreationOptional<number | null>
  declare ip: CreationOptional<string | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineGameEvents(sequelize: Sequelize): typeof GameEvent {
  class Bound extends GameEvent {}
  return Bound.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      gameId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      type: { type: DataTypes.TEXT, allowNull: false },
      values: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false },
      at: { type: DataTypes.DATE(3), allowNull: false },
      userId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      participationId: {
        type: DataTypes.INTEGER,
        references: { model: 'participations', key: 'id' },
        onDelete: 'CASCADE'
      },
      ip: DataTypes.TEXT
    },
    { sequelize, tableName: 'game_events', modelName: 'GameEvent' }
  ) as typeof GameEvent
}

export class EventCount extends Model<InferAttributes<EventCount>, InferCreationAttributes<EventCount>> {
  declare gameId: number
  declare type: string
  declare n: number
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineEventCounts(sequelize: Sequelize): typeof EventCount {
  class Bound extends EventCount {}
  return Bound.init(
    {
      gameId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      type: { type: DataTypes.TEXT, primaryKey: true },
      n: { type: DataTypes.INTEGER, allowNull: false }
    },
    { sequelize, tableName: 'event_counts', modelName: 'EventCount' }
  ) as typeof EventCount
}

export class SubmissionCount extends Model<
  InferAttributes<SubmissionCount>,
  InferCreationAttributes<SubmissionCount>
> {
  declare gameId: number
  declare status: string
  declare n: number
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineSubmissionCounts(sequelize: Sequelize): typeof SubmissionCount {
  class Bound extends SubmissionCount {}
  return Bound.init(
    {
      gameId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      status: { type: DataTypes.TEXT, primaryKey: true },
      n: { type: DataTypes.INTEGER, allowNull: false }
    },
    { sequelize, tableName: 'submission_counts', modelName: 'SubmissionCount' }
  ) as typeof SubmissionCount
}

export class SeldomSubmission extends Model<
  InferAttributes<SeldomSubmission>,
  InferCreationAttributes<SeldomSubmission>
> {
  declare gameId: number
  declare status: string
  declare submittedAt: Date
  declare submissionId: number
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineSeldomSubmissions(sequelize: Sequelize): typeof SeldomSubmission {
  class Bound extends SeldomSubmission {}
  return Bound.init(
    {
      gameId: { type: DataTypes.INTEGER, primaryKey: true },
      status: { type: DataTypes.TEXT, primaryKey: true },
      submittedAt: { type: DataTypes.DATE(3), primaryKey: true },
      submissionId: { type: DataTypes.INTEGER, primaryKey: true }
    },
    { sequelize, tableName: 'seldom_submissions', modelName: 'SeldomSubmission' }
  ) as typeof SeldomSubmission
}

export class ChallengeCount extends Model<
  InferAttributes<ChallengeCount>,
  InferCreationAttributes<ChallengeCount>
> {
  declare challengeId: number
  declare n: number
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineChallengeCounts(sequelize: Sequelize): typeof ChallengeCount {
  class Bound extends ChallengeCount {}
  return Bound.init(
    {
      challengeId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'challenges', key: 'id' },
        onDelete: 'CASCADE'
      },
      n: { type: DataTypes.INTEGER, allowNull: false }
    },
    { sequelize, tableName: 'challenge_counts', modelName: 'ChallengeCount' }
  ) as typeof ChallengeCount
}
