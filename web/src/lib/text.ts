/** `last month` → `Last month` */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
