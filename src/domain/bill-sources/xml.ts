const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Contents of all elements of one name; bucket listings never nest an element in itself. */
export function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map((match) => match[1]!);
}

/** Text of the first element of a name, "" without one. */
export function elementText(xml: string, name: string): string {
  return (elements(xml, name)[0] ?? '').replace(
    /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, named?: string) =>
      decimal || hex
        ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex!, 16))
        : (entities[named!] ?? whole),
  );
}
