const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Contents of all elements with a name; bucket listings never nest an element in itself. */
export function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map((match) => match[1]!);
}

/** Decoded text of the first element with a name, "" if there is none. */
export function elementText(xml: string, name: string): string {
  return (elements(xml, name)[0] ?? '').replace(
    /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
    (entity, decimal?: string, hex?: string, named?: string) =>
      decimal || hex
        ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex!, 16))
        : (entities[named!] ?? entity),
  );
}
