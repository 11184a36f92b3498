/** Whether a text is the address of a web server. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Whether an address contains a user name or password, as in `https://user:password@example.com`. */
export function hasUserInfo(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}

/** What is said of such an address wherever one is stored: addresses are returned and logged. */
export const userInfoRefusal = 'must not contain a user name or password';
