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
import type { ProviderKind } from './constants'
import type { DivisionRule, RoleRule } from './contract'

export class SignInProvider extends Model<
  InferAttributes<SignInProvider>,
  InferCreationAttributes<SignInProvider>
> {
  declare id: string
  declare slug: string
  declare name: string
  declare kind: ProviderKind
  declare issuer: string
  declare clientId: string
  declare secret: CreationOptional<string | null>
  declare enabled: CreationOptional<boolean>
  declare createsAccounts: CreationOptional<boolean>
  declare singleLogout: CreationOptional<boolean>
  declare countsAsBoth: CreationOptional<boolean>
  declare domains: CreationOptional<string>
  declare roles: CreationOptional<RoleRule[]>
  declare divisions: CreationOptional<DivisionRule[]>
  /** Defined in the environment, which alone changes it. */
  declare provided: CreationOptional<boolean>
  declare createdAt: CreationOptional<Date>
}

export function defineSignInProviders(sequelize: Sequelize): ModelStatic<SignInProvider> {
  return defineModel(sequelize, SignInProvider, 'sign_in_providers', {
    id: { type: DataTypes.UUID, primaryKey: true },
    slug: required(DataTypes.TEXT),
    name: required(DataTypes.TEXT),
    kind: required(DataTypes.TEXT),
    issuer: required(DataTypes.TEXT),
    clientId: required(DataTypes.TEXT),
    secret: DataTypes.TEXT,
    enabled: required(DataTypes.BOOLEAN, true),
    createsAccounts: required(DataTypes.BOOLEAN, false),
    singleLogout: required(DataTypes.BOOLEAN, false),
    countsAsBoth: required(DataTypes.BOOLEAN, false),
    domains: required(DataTypes.TEXT, ''),
    roles: required(DataTypes.JSONB, literal("'[]'")),
    divisions: required(DataTypes.JSONB, literal("'[]'")),
    provided: required(DataTypes.BOOLEAN, false),
    createdAt: required(DataTypes.DATE(3), literal('now()'))
  })
}

export class UserIdentity extends Model<
  InferAttributes<UserIdentity>,
  InferCreationAttributes<UserIdentity>
> {
  declare id: string
  declare userId: string
  declare providerId: string
  declare subject: string
  declare label: string
  declare granted: CreationOptional<'Monitor' | 'Admin' | null>
  /** Rules of divisions that it met at its last login. */
  declare proven: CreationOptional<DivisionRule[]>
  declare createdAt: CreationOptional<Date>
  declare lastUsedAt: CreationOptional<Date | null>
}

export function defineUserIdentities(sequelize: Sequelize): ModelStatic<UserIdentity> {
  return defineModel(sequelize, UserIdentity, 'user_identities', {
    id: { type: DataTypes.UUID, primaryKey: true },
    userId: foreignKey('users', { type: DataTypes.UUID }),
    providerId: foreignKey('sign_in_providers', { type: DataTypes.UUID }),
    subject: required(DataTypes.TEXT),
    label: required(DataTypes.TEXT),
    granted: DataTypes.TEXT,
    proven: required(DataTypes.JSONB, literal("'[]'")),
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    lastUsedAt: DataTypes.DATE(3)
  })
}

export class SignInAttempt extends Model<
  InferAttributes<SignInAttempt>,
  InferCreationAttributes<SignInAttempt>
> {
  declare stateHash: string
  declare browserHash: string
  declare providerId: string
  declare sealed: string
  declare sessionId: CreationOptional<string | null>
  declare expiresAt: Date
}

export function defineSignInAttempts(sequelize: Sequelize): ModelStatic<SignInAttempt> {
  return defineModel(sequelize, SignInAttempt, 'sign_in_attempts', {
    stateHash: { type: DataTypes.CHAR(64), primaryKey: true },
    browserHash: required(DataTypes.CHAR(64)),
    providerId: foreignKey('sign_in_providers', { type: DataTypes.UUID }),
    sealed: required(DataTypes.TEXT),
    sessionId: foreignKey('sessions', { type: DataTypes.TEXT, allowNull: true }),
    expiresAt: required(DataTypes.DATE(3))
  })
}

export class LogoutToken extends Model<InferAttributes<LogoutToken>, InferCreationAttributes<LogoutToken>> {
  declare providerId: string
  declare jtiHash: string
  declare expiresAt: Date
}

export function defineLogoutTokens(sequelize: Sequelize): ModelStatic<LogoutToken> {
  return defineModel(sequelize, LogoutToken, 'logout_tokens', {
    providerId: foreignKey('sign_in_providers', { type: DataTypes.UUID, primaryKey: true }),
    jtiHash: { type: DataTypes.CHAR(64), primaryKey: true },
    expiresAt: required(DataTypes.DATE(3))
  })
}

export class SessionProvider extends Model<
  InferAttributes<SessionProvider>,
  InferCreationAttributes<SessionProvider>
> {
  declare sessionId: string
  declare providerId: string
  declare idToken: CreationOptional<string | null>
  /** SHA-256 of the id of the session at the provider, hexadecimal; null where it named none. */
  declare sidHash: CreationOptional<string | null>
}

export function defineSessionProviders(sequelize: Sequelize): ModelStatic<SessionProvider> {
  return defineModel(sequelize, SessionProvider, 'session_providers', {
    sessionId: foreignKey('sessions', { type: DataTypes.TEXT, primaryKey: true }),
    providerId: foreignKey('sign_in_providers', { type: DataTypes.UUID }),
    idToken: DataTypes.TEXT,
    sidHash: DataTypes.CHAR(64)
  })
}
