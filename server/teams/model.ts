import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class Team extends Model<InferAttributes<Team>, InferCreationAttributes<Team>> {
  declare id: CreationOptional<number>
  declare name: string
  declare bio: CreationOptional<string | null>
  declare avatarHash: CreationOptional<string | null>
  declare captainId: string
  declare inviteToken: string
  declare adminLocked: CreationOptional<boolean>
  declare version: CreationOptional<number>
  declare createdAt: Date
}

export class TeamMember extends Model<InferAttributes<TeamMember>, InferCreationAttributes<TeamMember>> {
  declare teamId: number
  declare userId: string
  declare joinedAt: Date
}

/** Ties the models to a connection; one class per database, so that tests may open several. */
export function defineTeams(sequelize: Sequelize): { teams: typeof Team; members: typeof TeamMember } {
  class BoundTeam extends Team {}
  class BoundMember extends TeamMember {}
  const teams = BoundTeam.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      name: { type: DataTypes.TEXT, allowNull: false },
      bio: DataTypes.TEXT,
      avatarHash: { type: DataTypes.CHAR(64), references: { model: 'blobs', key: 'hash' } },
      captainId: { type: DataTypes.UUID, allowNull: false, references: { model: 'users', key: 'id' } },
      inviteToken: { type: DataTypes.CHAR(32), allowNull: false },
      adminLocked: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      createdAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'teams', modelName: 'Team' }
  ) as typeof Team
  const members = BoundMember.init(
    {
      teamId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'teams', key: 'id' },
        onDelete: 'CASCADE'
      },
      userId: {
        type: DataTypes.UUID,
        primaryKey: true,
        references: { model: 'users', key: 'id' },
        onDelete: 'CASCADE'
      },
      joinedAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'team_members', modelName: 'TeamMember' }
  ) as typeof TeamMember
  return { teams, members }
}
