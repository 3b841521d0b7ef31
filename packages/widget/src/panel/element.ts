// Makes elements. Texts are set as text: nothing here is read as markup.

export type Child = Node | string | false | undefined

type Name = keyof HTMLElementTagNameMap
export type Make = <Tag extends Name>(
  tag: Tag,
  properties?: object,
  ...children: Child[]
) => HTMLElementTagNameMap[Tag]

export const maker =
  (document: Document): Make =>
  (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children.filter((child): child is Node | string => Boolean(child)))
    return element
  }
