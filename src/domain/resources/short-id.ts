/** What bills and metrics name a resource by: the last part of its identifier, in lower case. */
export const shortId = (uuid: string) => uuid.replace(/^.*[/:]/s, '').toLowerCase();
