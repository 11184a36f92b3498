import type { Answer, RowOf } from '../../api/types.js';

export const tokensPath = '/console/credentials';

export type Token = RowOf<typeof tokensPath, 'credentials'>;
export type NewToken = Answer<typeof tokensPath, 'post'>;
