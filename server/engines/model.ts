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
import { defineModel, foreignKey, optionalUser, required, serial } from '~/server/db'
import type { EngineKind } from './constants'

export class Engine extends Model<InferAttributes<Engine>, InferCreationAttributes<Engine>> {
  declare id: CreationOptional<number>
  declare address: string
  declare kind: CreationOptional<EngineKind>
  declare namespace: string | null
  declare state: CreationOptional<'up' | 'down'>
  declare stateSince: CreationOptional<Date>
  declare seenAt: CreationOptional<Date | null>
  declare latencyMs: CreationOptional<number | null>
  declare error: CreationOptional<string | null>
  declare info: CreationOptional<unknown>
  declare memoryMb: CreationOptional<number>
  declare cpu: CreationOptional<number>
  declare places: CreationOptional<number>
  declare draining: CreationOptional<boolean>
  declare guard: CreationOptional<'unknown' | 'guarded' | 'unguarded'>
  declare guardReport: CreationOptional<unknown>
  declare guardAt: CreationOptional<Date | null>
  declare testDueAt: CreationOptional<Date>
  declare allowsHosts: CreationOptional<boolean>
  declare acceptedAt: CreationOptional<Date | null>
  declare acceptedBy: CreationOptional<string | null>
  declare acceptedReason: CreationOptional<string | null>
  declare orphansRemoved: CreationOptional<number>
  declare managed: CreationOptional<boolean>
  declare keys: CreationOptional<string | null>
  declare entry: CreationOptional<string | null>
  declare bind: CreationOptional<string | null>
  declare mostMemoryMb: CreationOptional<number | null>
  declare mostCpu: CreationOptional<number | null>
  declare mostPlaces: CreationOptional<number | null>
  declare revision: CreationOptional<number>
  declare servedBy: CreationOptional<string | null>
  declare servedUntil: CreationOptional<Date | null>
  declare testedBy: CreationOptional<string | null>
  declare testedUntil: CreationOptional<Date | null>
}

export function defineEngines(sequelize: Sequelize): ModelStatic<Engine> {
  return defineModel(sequelize, Engine, 'engines', {
    id: serial(),
    address: required(DataTypes.TEXT),
    kind: required(DataTypes.TEXT, 'docker'),
    namespace: DataTypes.TEXT,
    state: required(DataTypes.TEXT, 'down'),
    stateSince: required(DataTypes.DATE(3), literal('now()')),
    seenAt: DataTypes.DATE(3),
    latencyMs: DataTypes.INTEGER,
    error: DataTypes.TEXT,
    info: DataTypes.JSONB,
    memoryMb: required(DataTypes.INTEGER, 0),
    cpu: required(DataTypes.INTEGER, 0),
    places: required(DataTypes.INTEGER, 0),
    draining: required(DataTypes.BOOLEAN, false),
    guard: required(DataTypes.TEXT, 'unknown'),
    guardReport: DataTypes.JSONB,
    guardAt: DataTypes.DATE(3),
    testDueAt: required(DataTypes.DATE(3), literal('now()')),
    allowsHosts: required(DataTypes.BOOLEAN, false),
    acceptedAt: DataTypes.DATE(3),
    acceptedBy: optionalUser(),
    acceptedReason: DataTypes.TEXT,
    orphansRemoved: required(DataTypes.INTEGER, 0),
    managed: required(DataTypes.BOOLEAN, false),
    keys: DataTypes.TEXT,
    entry: DataTypes.TEXT,
    bind: DataTypes.TEXT,
    mostMemoryMb: DataTypes.INTEGER,
    mostCpu: DataTypes.INTEGER,
    mostPlaces: DataTypes.INTEGER,
    revision: required(DataTypes.INTEGER, 1),
    servedBy: DataTypes.TEXT,
    servedUntil: DataTypes.DATE(3),
    testedBy: DataTypes.TEXT,
    testedUntil: DataTypes.DATE(3)
  })
}

export class Image extends Model<InferAttributes<Image>, InferCreationAttributes<Image>> {
  declare id: CreationOptional<number>
  declare engineId: number
  declare reference: string
  declare state: CreationOptional<'wanted' | 'pulling' | 'ready' | 'failed'>
  declare digest: CreationOptional<string | null>
  declare details: CreationOptional<unknown>
  declare progress: CreationOptional<unknown>
  declare renew: CreationOptional<boolean>
  declare errorCode: CreationOptional<string | null>
  declare errorText: CreationOptional<string | null>
  declare attempts: CreationOptional<number>
  declare pulledAt: CreationOptional<Date | null>
  declare nextAt: CreationOptional<Date | null>
  declare leaseOwner: CreationOptional<string | null>
  declare leaseUntil: CreationOptional<Date | null>
}

export function defineImages(sequelize: Sequelize): ModelStatic<Image> {
  return defineModel(sequelize, Image, 'images', {
    id: serial(),
    engineId: foreignKey('engines'),
    reference: required(DataTypes.TEXT),
    state: required(DataTypes.TEXT, 'wanted'),
    digest: DataTypes.TEXT,
    details: DataTypes.JSONB,
    progress: DataTypes.JSONB,
    renew: required(DataTypes.BOOLEAN, false),
    errorCode: DataTypes.TEXT,
    errorText: DataTypes.TEXT,
    attempts: required(DataTypes.INTEGER, 0),
    pulledAt: DataTypes.DATE(3),
    nextAt: { type: DataTypes.DATE(3), defaultValue: literal('now()') },
    leaseOwner: DataTypes.TEXT,
    leaseUntil: DataTypes.DATE(3)
  })
}

export class Registry extends Model<InferAttributes<Registry>, InferCreationAttributes<Registry>> {
  declare id: CreationOptional<number>
  declare host: string
  declare username: string
  declare secret: string
  declare createdAt: CreationOptional<Date>
}

export function defineRegistries(sequelize: Sequelize): ModelStatic<Registry> {
  return defineModel(sequelize, Registry, 'registries', {
    id: serial(),
    host: required(DataTypes.TEXT),
    username: required(DataTypes.TEXT),
    secret: required(DataTypes.TEXT),
    createdAt: required(DataTypes.DATE(3), literal('now()'))
  })
}
