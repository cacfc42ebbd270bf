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
import type { GameRole } from '~/server/access/constants'
import { defineModel, foreignKey, optionalUser, required, serial } from '~/server/db'

export class GameStaffRow extends Model<
  InferAttributes<GameStaffRow>,
  InferCreationAttributes<GameStaffRow>
> {
  declare gameId: number
  declare userId: string
  declare role: GameRole
  declare addedBy: CreationOptional<string | null>
  declare addedAt: Date
}

const part = (model: string) => ({
  primaryKey: true,
  references: { model, key: 'id' },
  onDelete: 'CASCADE'
})

export function defineGameStaff(sequelize: Sequelize): ModelStatic<GameStaffRow> {
  return defineModel(sequelize, GameStaffRow, 'game_staff', {
    gameId: { type: DataTypes.INTEGER, ...part('games') },
    userId: { type: DataTypes.UUID, ...part('users') },
    role: required(DataTypes.TEXT),
    addedBy: optionalUser(),
    addedAt: required(DataTypes.DATE(3))
  })
}

export class StaffInvitationRow extends Model<
  InferAttributes<StaffInvitationRow>,
  InferCreationAttributes<StaffInvitationRow>
> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare role: GameRole
  /** SHA-256 of the code that was shown, which is not stored. */
  declare codeHash: string
  /** SHA-256 of the code in the mail that was written last; null before, and without one. */
  declare mailHash: CreationOptional<string | null>
  declare email: string | null
  declare madeBy: string
  declare createdAt: CreationOptional<Date>
  declare expiresAt: Date
}

export function defineStaffInvitations(sequelize: Sequelize): ModelStatic<StaffInvitationRow> {
  return defineModel(sequelize, StaffInvitationRow, 'game_staff_invitations', {
    id: serial(),
    gameId: foreignKey('games'),
    role: required(DataTypes.TEXT),
    codeHash: required(DataTypes.CHAR(64)),
    mailHash: DataTypes.CHAR(64),
    email: DataTypes.TEXT,
    madeBy: foreignKey('users', { type: DataTypes.UUID }),
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    expiresAt: required(DataTypes.DATE(3))
  })
}
