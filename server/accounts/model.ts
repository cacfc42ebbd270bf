import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'
import type { Role } from './contract'

export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: string
  declare userName: string
  declare userNameKey: string
  declare email: string
  declare emailKey: string
  declare passwordHash: string
  declare role: CreationOptional<Role>
  declare active: CreationOptional<boolean>
  declare bio: CreationOptional<string>
  declare phone: CreationOptional<string | null>
  declare realName: CreationOptional<string>
  declare stdNumber: CreationOptional<string>
  declare avatarHash: CreationOptional<string | null>
  declare ip: CreationOptional<string | null>
  declare registeredAt: Date
  declare lastSignedInAt: CreationOptional<Date | null>
}

/** Ties the model to a connection; one class per database, so that tests may open several. */
export function defineUser(sequelize: Sequelize): typeof User {
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
      avatarHash: DataTypes.CHAR(64),
      ip: DataTypes.TEXT,
      registeredAt: { type: DataTypes.DATE(3), allowNull: false },
      lastSignedInAt: DataTypes.DATE(3)
    },
    { sequelize, tableName: 'users', modelName: 'User' }
  ) as typeof User
}
