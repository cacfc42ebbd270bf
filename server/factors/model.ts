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
import type { FactorKind } from './constants'

export class SecondFactor extends Model<
  InferAttributes<SecondFactor>,
  InferCreationAttributes<SecondFactor>
> {
  declare id: string
  declare userId: string
  declare kind: FactorKind
  declare name: string
  declare secret: CreationOptional<string | null>
  declare lastStep: CreationOptional<number | null>
  declare credentialId: CreationOptional<string | null>
  declare publicKey: CreationOptional<string | null>
  declare signCount: CreationOptional<number | null>
  declare transports: CreationOptional<string[]>
  declare createdAt: CreationOptional<Date>
  declare lastUsedAt: CreationOptional<Date | null>
}

export function defineSecondFactors(sequelize: Sequelize): ModelStatic<SecondFactor> {
  return defineModel(sequelize, SecondFactor, 'second_factors', {
    id: { type: DataTypes.UUID, primaryKey: true },
    userId: foreignKey('users', { type: DataTypes.UUID }),
    kind: required(DataTypes.TEXT),
    name: required(DataTypes.TEXT),
    secret: DataTypes.TEXT,
    lastStep: DataTypes.BIGINT,
    credentialId: DataTypes.TEXT,
    publicKey: DataTypes.TEXT,
    signCount: DataTypes.BIGINT,
    transports: required(DataTypes.ARRAY(DataTypes.TEXT), literal("'{}'")),
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    lastUsedAt: DataTypes.DATE(3)
  })
}

export class RecoveryCode extends Model<
  InferAttributes<RecoveryCode>,
  InferCreationAttributes<RecoveryCode>
> {
  declare userId: string
  declare codeHash: string
  declare usedAt: CreationOptional<Date | null>
}

export function defineRecoveryCodes(sequelize: Sequelize): ModelStatic<RecoveryCode> {
  return defineModel(sequelize, RecoveryCode, 'recovery_codes', {
    userId: foreignKey('users', { type: DataTypes.UUID, primaryKey: true }),
    codeHash: { type: DataTypes.CHAR(64), primaryKey: true },
    usedAt: DataTypes.DATE(3)
  })
}

export class LoginStep extends Model<InferAttributes<LoginStep>, InferCreationAttributes<LoginStep>> {
  declare tokenHash: string
  declare userId: string
  declare stamp: string
  declare providerId: CreationOptional<string | null>
  declare idToken: CreationOptional<string | null>
  declare sidHash: CreationOptional<string | null>
  declare expiresAt: Date
}

export function defineLoginSteps(sequelize: Sequelize): ModelStatic<LoginStep> {
  return defineModel(sequelize, LoginStep, 'login_steps', {
    tokenHash: { type: DataTypes.CHAR(64), primaryKey: true },
    userId: foreignKey('users', { type: DataTypes.UUID }),
    stamp: required(DataTypes.CHAR(64)),
    providerId: foreignKey('sign_in_providers', { type: DataTypes.UUID, allowNull: true }),
    idToken: DataTypes.TEXT,
    sidHash: DataTypes.CHAR(64),
    expiresAt: required(DataTypes.DATE(3))
  })
}

export class UsedChallenge extends Model<
  InferAttributes<UsedChallenge>,
  InferCreationAttributes<UsedChallenge>
> {
  declare challengeHash: string
  declare expiresAt: Date
}

export function defineUsedChallenges(sequelize: Sequelize): ModelStatic<UsedChallenge> {
  return defineModel(sequelize, UsedChallenge, 'used_challenges', {
    challengeHash: { type: DataTypes.CHAR(64), primaryKey: true },
    expiresAt: required(DataTypes.DATE(3))
  })
}
