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
import { defineModel, foreignKey, required } from '~/server/db'
import type { PageVisibility } from './constants'

export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: string
  declare userName: string
  declare userNameKey: string
  declare email: string
  declare emailKey: string
  declare passwordHash: string
  declare role: CreationOptional<'Banned' | 'User' | 'Monitor' | 'Admin'>
  declare active: CreationOptional<boolean>
  declare bio: CreationOptional<string>
  declare phone: CreationOptional<string | null>
  declare realName: CreationOptional<string>
  declare stdNumber: CreationOptional<string>
  declare avatarHash: CreationOptional<string | null>
  declare affiliation: CreationOptional<string>
  declare website: CreationOptional<string | null>
  /** ISO 3166-1 alpha-2. */
  declare country: CreationOptional<string | null>
  declare pageVisibility: CreationOptional<PageVisibility>
  declare ip: CreationOptional<string | null>
  declare registeredAt: CreationOptional<Date>
  declare lastSignedInAt: CreationOptional<Date | null>
  declare lastVisitedAt: CreationOptional<Date | null>
  declare awaitsMail: CreationOptional<boolean>
  declare generatedHash: CreationOptional<string | null>
  /** The run that it was made for; null for a person's (docs/rules/rehearsals.md). */
  declare rehearsal: CreationOptional<string | null>
}

export function defineUsers(sequelize: Sequelize): ModelStatic<User> {
  return defineModel(sequelize, User, 'users', {
    id: { type: DataTypes.UUID, primaryKey: true },
    userName: required(DataTypes.TEXT),
    userNameKey: required(DataTypes.TEXT),
    email: required(DataTypes.TEXT),
    emailKey: required(DataTypes.TEXT),
    passwordHash: required(DataTypes.TEXT),
    role: required(DataTypes.TEXT, 'User'),
    active: required(DataTypes.BOOLEAN, false),
    bio: required(DataTypes.TEXT, ''),
    phone: DataTypes.TEXT,
    realName: required(DataTypes.TEXT, ''),
    stdNumber: required(DataTypes.TEXT, ''),
    avatarHash: { type: DataTypes.CHAR(64), references: { model: 'blobs', key: 'hash' } },
    affiliation: required(DataTypes.TEXT, ''),
    website: DataTypes.TEXT,
    country: DataTypes.TEXT,
    pageVisibility: required(DataTypes.TEXT, 'Nobody'),
    ip: DataTypes.TEXT,
    registeredAt: required(DataTypes.DATE(3), literal('now()')),
    lastSignedInAt: DataTypes.DATE(3),
    lastVisitedAt: DataTypes.DATE(3),
    awaitsMail: required(DataTypes.BOOLEAN, false),
    generatedHash: DataTypes.TEXT,
    rehearsal: DataTypes.UUID
  })
}

export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: string
  declare userId: string
  declare expiresAt: Date
  declare createdAt: CreationOptional<Date>
  declare ip: CreationOptional<string | null>
  declare userAgent: CreationOptional<string | null>
  declare lastSeenAt: CreationOptional<Date>
  declare secondFactor: CreationOptional<boolean>
  declare confirmedAt: CreationOptional<Date>
}

export function defineSessions(sequelize: Sequelize): ModelStatic<Session> {
  return defineModel(sequelize, Session, 'sessions', {
    id: { type: DataTypes.TEXT, primaryKey: true },
    userId: foreignKey('users', { type: DataTypes.UUID }),
    expiresAt: required(DataTypes.DATE),
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    ip: DataTypes.TEXT,
    userAgent: DataTypes.TEXT,
    lastSeenAt: required(DataTypes.DATE(3), literal('now()')),
    secondFactor: required(DataTypes.BOOLEAN, false),
    confirmedAt: required(DataTypes.DATE(3), literal('now()'))
  })
}

export class MailToken extends Model<InferAttributes<MailToken>, InferCreationAttributes<MailToken>> {
  declare userId: string
  declare purpose: 'verify' | 'reset' | 'confirm'
  declare tokenHash: string
  declare email: string
  declare stamp: string
  declare expiresAt: Date
}

export function defineMailTokens(sequelize: Sequelize): ModelStatic<MailToken> {
  return defineModel(sequelize, MailToken, 'mail_tokens', {
    userId: foreignKey('users', { type: DataTypes.UUID, primaryKey: true }),
    purpose: { type: DataTypes.TEXT, primaryKey: true },
    tokenHash: required(DataTypes.CHAR(64)),
    email: required(DataTypes.TEXT),
    stamp: required(DataTypes.CHAR(64)),
    expiresAt: required(DataTypes.DATE(3))
  })
}
