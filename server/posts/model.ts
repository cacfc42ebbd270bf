import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'

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

/** Ties the model to a database; a class for each, so that tests may open several. */
export function definePosts(sequelize: Sequelize): typeof Post {
  class Bound extends Post {}
  return Bound.init(
    {
      id: { type: DataTypes.CHAR(8), primaryKey: true },
      title: { type: DataTypes.TEXT, allowNull: false },
      summary: { type: DataTypes.TEXT, allowNull: false, defaultValue: '' },
      content: { type: DataTypes.TEXT, allowNull: false, defaultValue: '' },
      tags: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false, defaultValue: [] },
      pinned: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      authorId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      publishedAt: { type: DataTypes.DATE(3), allowNull: false },
      version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 }
    },
    { sequelize, tableName: 'posts', modelName: 'Post' }
  ) as typeof Post
}
