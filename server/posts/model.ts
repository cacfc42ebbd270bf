import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, optionalUser, required } from '~/server/db'

export class Post extends Model<InferAttributes<Post>, InferCreationAttributes<Post>> {
  declare id: string
  declare title: string
  declare summary: CreationOptional<string>
  declare content: CreationOptional<string>
  declare tags: CreationOptional<string[]>
  declare pinned: CreationOptional<boolean>
  declare authorId: CreationOptional<string | null>
  declare publishedAt: Date
  declare version: CreationOptional<number>
}

export function definePosts(sequelize: Sequelize): ModelStatic<Post> {
  return defineModel(sequelize, Post, 'posts', {
    id: { type: DataTypes.CHAR(8), primaryKey: true },
    title: required(DataTypes.TEXT),
    summary: required(DataTypes.TEXT, ''),
    content: required(DataTypes.TEXT, ''),
    tags: required(DataTypes.ARRAY(DataTypes.TEXT), []),
    pinned: required(DataTypes.BOOLEAN, false),
    authorId: optionalUser(),
    publishedAt: required(DataTypes.DATE(3)),
    version: required(DataTypes.INTEGER, 1)
  })
}
