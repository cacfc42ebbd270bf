import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

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
  declare ip: CreationOptional<string | null>
  declare registeredAt: CreationOptional<Date>
  declare lastSignedInAt: CreationOptional<Date | null>
  declare lastVisitedAt: CreationOptional<Date | null>
  declare awaitsMail: CreationOptional<boolean>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineUsers(sequelize: Sequelize): typeof User {
  class Bound extends User {}
  return Bound.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      userName: { type: DataTypes.TEXT, allowNull: false },
      userNameKey: { type: DataTypes.TEXT, allowNull: false },
      email: { type: DataTypes.TEXT, allowNull: false },
      emailKey: { type: DataTypes.TEXT, allowNull: false },
      passwordHash: { type: DataTypes.TEXT, allowNull: false },
      role: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'User' },
      active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      bio: { type: DataTypes.TEXT, allowNull: false, defaultValue: '' },
      phone: DataTypes.TEXT,
      realName: { type: DataTypes.TEXT, allowNull: false, defaultValue: '' },
      stdNumber: { type: DataTypes.TEXT, allowNull: false, defaultValue: '' },
      avatarHash: { type: DataTypes.CHAR(64), references: { model: 'blobs', key: 'hash' } },
      ip: DataTypes.TEXT,
      registeredAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') },
      lastSignedInAt: DataTypes.DATE(3),
      lastVisitedAt: DataTypes.DATE(3),
      awaitsMail: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false }
    },
    { sequelize, tableName: 'users', modelName: 'User' }
  ) as typeof User
}

export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: string
  declare userId: string
  declare expiresAt: Date
  declare createdAt: CreationOptional<Date>
  declare ip: CreationOptional<string | null>
  declare userAgent: CreationOptional<string | null>
  declare lastSeenAt: CreationOptional<Date>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineSessions(sequelize: Sequelize): typeof Session {
  class Bound extends Session {}
  return Bound.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      userId: {
        type: DataTypes.UUID,
        allowNull: false,
        references: { model: 'users', key: 'id' },
        onDelete: 'CASCADE'
      },
      expiresAt: { type: DataTypes.DATE, allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') },
      ip: DataTypes.TEXT,
      userAgent: DataTypes.TEXT,
      lastSeenAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'sessions', modelName: 'Session' }
  ) as typeof Session
}

export class MailToken extends Model<InferAttributes<MailToken>, InferCreationAttributes<MailToken>> {
  declare userId: string
  declare purpose: 'verify' | 'reset' | 'confirm'
  declare tokenHash: string
  declare email: string
  declare stamp: string
  declare expiresAt: Date
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineMailTokens(sequelize: Sequelize): typeof MailToken {
  class Bound extends MailToken {}
  return Bound.init(
    {
      userId: {
        type: DataTypes.UUID,
        primaryKey: true,
        references: { model: 'users', key: 'id' },
        onDelete: 'CASCADE'
      },
      purpose: { type: DataTypes.TEXT, primaryKey: true },
      tokenHash: { type: DataTypes.CHAR(64), allowNull: false },
      email: { type: DataTypes.TEXT, allowNull: false },
      stamp: { type: DataTypes.CHAR(64), allowNull: false },
      expiresAt: { type: DataTypes.DATE(3), allowNull: false }
    },
    { sequelize, tableName: 'mail_tokens', modelName: 'MailToken' }
  ) as typeof MailToken
}
