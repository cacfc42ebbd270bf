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

export class Invitation extends Model<InferAttributes<Invitation>, InferCreationAttributes<Invitation>> {
  declare id: CreationOptional<number>
  declare teamId: number
  /** SHA-256 of the token in the code, which is not stored. */
  declare tokenHash: string
  declare madeBy: string | null
  declare once: boolean
  declare uses: CreationOptional<number>
  declare createdAt: Date
  declare expiresAt: Date | null
}

export class InvitationUse extends Model<
  InferAttributes<InvitationUse>,
  InferCreationAttributes<InvitationUse>
> {
  declare invitationId: number
  declare userId: string
  declare at: Date
}

export function defineInvitations(sequelize: Sequelize): {
  invitations: ModelStatic<Invitation>
  uses: ModelStatic<InvitationUse>
} {
  const invitations = defineModel(sequelize, Invitation, 'team_invitations', {
    id: serial(),
    teamId: foreignKey('teams'),
    tokenHash: required(DataTypes.CHAR(64)),
    madeBy: optionalUser(),
    once: required(DataTypes.BOOLEAN),
    uses: required(DataTypes.INTEGER, 0),
    createdAt: required(DataTypes.DATE(3)),
    expiresAt: DataTypes.DATE(3)
  })
  const uses = defineModel(sequelize, InvitationUse, 'team_invitation_uses', {
    invitationId: foreignKey('team_invitations', { primaryKey: true }),
    userId: foreignKey('users', { type: DataTypes.UUID, primaryKey: true }),
    at: required(DataTypes.DATE(3))
  })
  return { invitations, uses }
}
