import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, required, serial } from '~/server/db'

export class Team extends Model<InferAttributes<Team>, InferCreationAttributes<Team>> {
  declare id: CreationOptional<number>
  declare name: string
  declare bio: CreationOptional<string | null>
  declare avatarHash: CreationOptional<string | null>
  declare affiliation: CreationOptional<string | null>
  declare website: CreationOptional<string | null>
  /** ISO 3166-1 alpha-2. */
  declare country: CreationOptional<string | null>
  declare captainId: string
  declare inviteToken: string
  declare adminLocked: CreationOptional<boolean>
  /** The run that it was made for; null for a team of people (docs/rules/rehearsals.md). */
  declare rehearsal: CreationOptional<string | null>
  declare version: CreationOptional<number>
  declare createdAt: Date
}

export class TeamMember extends Model<InferAttributes<TeamMember>, InferCreationAttributes<TeamMember>> {
  declare teamId: number
  declare userId: string
  declare joinedAt: Date
}

export function defineTeams(sequelize: Sequelize): {
  teams: ModelStatic<Team>
  members: ModelStatic<TeamMember>
} {
  const teams = defineModel(sequelize, Team, 'teams', {
    id: serial(),
    name: required(DataTypes.TEXT),
    bio: DataTypes.TEXT,
    avatarHash: { type: DataTypes.CHAR(64), references: { model: 'blobs', key: 'hash' } },
    affiliation: DataTypes.TEXT,
    website: DataTypes.TEXT,
    country: DataTypes.TEXT,
    captainId: { type: DataTypes.UUID, allowNull: false, references: { model: 'users', key: 'id' } },
    inviteToken: required(DataTypes.CHAR(32)),
    adminLocked: required(DataTypes.BOOLEAN, false),
    rehearsal: DataTypes.UUID,
    version: required(DataTypes.INTEGER, 1),
    createdAt: required(DataTypes.DATE(3), literal('now()'))
  })
  const members = defineModel(sequelize, TeamMember, 'team_members', {
    teamId: foreignKey('teams', { primaryKey: true }),
    userId: foreignKey('users', { type: DataTypes.UUID, primaryKey: true }),
    joinedAt: required(DataTypes.DATE(3), literal('now()'))
  })
  return { teams, members }
}
