/** Follows redirects with cookies, as a browser does, up to the first address that `isEnd` accepts. */
export async function browserFetch(start: string, isEnd: (url: URL) => boolean): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let step = 0; step < 10; step += 1) {
    if (isEnd(url)) return url;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (!location)
      throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  throw new Error('Too many redirects');
}
