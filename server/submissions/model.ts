import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'

export class Submission extends Model<InferAttributes<Submission>, InferCreationAttributes<Submission>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare challengeId: number
  declare participationId: number
  declare userId: CreationOptional<string | null>
  declare answer: string
  declare status: CreationOptional<
    'FlagSubmitted' | 'Accepted' | 'WrongAnswer' | 'CheatDetected' | 'NotFound'
  >
  declare submittedAt: Date
  declare judgedAt: CreationOptional<Date | null>
  declare ip: CreationOptional<string | null>
  declare userAgent: CreationOptional<string | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineSubmissions(sequelize: Sequelize): typeof Submission {
  class Bound extends Submission {}
  return Bound.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      gameId: { type: DataTypes.INTEGER, allowNull: false },
      challengeId: { type: DataTypes.INTEGER, allowNull: false },
      participationId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'participations', key: 'id' },
        onDelete: 'CASCADE'
      },
      userId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      answer: { type: DataTypes.TEXT, allowNull: false },
      status: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'FlagSubmitted' },
      submittedAt: { type: DataTypes.DATE(3), allowNull: false },
      judgedAt: DataTypes.DATE(3),
      ip: DataTypes.TEXT,
      userAgent: DataTypes.TEXT
    },
    { sequelize, tableName: 'submissions', modelName: 'Submission' }
  ) as typeof Submission
}

export class Solve extends Model<InferAttributes<Solve>, InferCreationAttributes<Solve>> {
  declare challengeId: number
  declare participationId: number
  declare gameId: number
  declare submissionId: number
  declare userId: CreationOptional<string | null>
  declare solvedAt: Date
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineSolves(sequelize: Sequelize): typeof Solve {
  class Bound extends Solve {}
  return Bound.init(
    {
      challengeId: { type: DataTypes.INTEGER, primaryKey: true },
      participationId: { type: DataTypes.INTEGER, primaryKey: true },
      gameId: { type: DataTypes.INTEGER, allowNull: false },
      submissionId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'submissions', key: 'id' },
        onDelete: 'CASCADE'
      },
      userId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      solvedAt: { type: DataTypes.DATE(3), allowNull: false }
    },
    { sequelize, tableName: 'solves', modelName: 'Solve' }
  ) as typeof Solve
}

export class Unjudged extends Model<InferAttributes<Unjudged>, InferCreationAttributes<Unjudged>> {
  declare gameId: number
  declare submittedAt: Date
  declare submissionId: number
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineUnjudged(sequelize: Sequelize): typeof Unjudged {
  class Bound extends Unjudged {}
  return Bound.init(
    {
      gameId: { type: DataTypes.INTEGER, primaryKey: true },
      submittedAt: { type: DataTypes.DATE(3), primaryKey: true },
      submissionId: { type: DataTypes.INTEGER, primaryKey: true }
    },
    { sequelize, tableName: 'unjudged', modelName: 'Unjudged' }
  ) as typeof Unjudged
}
