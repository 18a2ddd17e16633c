/**
 * Replaces the placeholders `%name%` in the texts and attributes of a cloned template. Values become text nodes and
 * attribute values, never markup, so they need no escaping.
 */
export function fill(template: DocumentFragment, values: Record<string, string | number>): void {
  const filled = (text: string) => text.replace(/%(\w+)%/g, (placeholder, name) => String(values[name] ?? placeholder));
  const nodes = document.createTreeWalker(template, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    if (node instanceof Text) node.data = filled(node.data);
    else
      for (const attribute of [...(node as Element).attributes])
        if (attribute.value.includes('%')) attribute.value = filled(attribute.value);
  }
}
