import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class Participation extends Model<
  InferAttributes<Participation>,
  InferCreationAttributes<Participation>
> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare teamId: number
  declare status: CreationOptional<'Pending' | 'Accepted' | 'Rejected' | 'Suspended'>
  declare division: CreationOptional<string | null>
  declare token: string
  declare createdAt: CreationOptional<Date>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineParticipations(sequelize: Sequelize): typeof Participation {
  class Bound extends Participation {}
  return Bound.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      gameId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      teamId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'teams', key: 'id' },
        onDelete: 'CASCADE'
      },
      status: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'Pending' },
      division: DataTypes.TEXT,
      token: { type: DataTypes.TEXT, allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'participations', modelName: 'Participation' }
  ) as typeof Participation
}

export class Registration extends Model<
  InferAttributes<Registration>,
  InferCreationAttributes<Registration>
> {
  declare gameId: number
  declare userId: string
  declare participationId: number
  declare createdAt: CreationOptional<Date>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineRegistrations(sequelize: Sequelize): typeof Registration {
  class Bound extends Registration {}
  return Bound.init(
    {
      gameId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      userId: {
        type: DataTypes.UUID,
        primaryKey: true,
        references: { model: 'users', key: 'id' },
        onDelete: 'CASCADE'
      },
      participationId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'participations', key: 'id' },
        onDelete: 'CASCADE'
      },
      createdAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'registrations', modelName: 'Registration' }
  ) as typeof Registration
}
