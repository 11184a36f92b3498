/** An element as the SAML library parses it: attributes in `$`, text in `_`, children in lists by local name. */
export type Element = { $?: Record<string, string>; _?: string } & Record<string, unknown>;

/** Parses a document; the result has its root by name. */
export async function parseXml(xml: string): Promise<Element | undefined> {
  // The library takes a tenth of a second to load, so only what needs SAML does so.
  const { parseXml2JsFromString } = await import('@node-saml/node-saml/lib/xml.js');
  return (await parseXml2JsFromString(xml)) ?? undefined;
}

export function childrenOf(element: Element | undefined, name: string): Element[] {
  return [element?.[name]].flat().filter((child): child is Element => child instanceof Object);
}

export const childOf = (element: Element | undefined, name: string) => childrenOf(element, name)[0];
