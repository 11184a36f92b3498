export interface Token {
  id: number;
  description: string;
  scopes: string[];
  user_token: string | null;
  team_token: string | null;
  client_id: string | null;
  created_at: string;
  expires_at: string | null;
}

export interface NewToken extends Token {
  secret: string;
}

export const tokensPath = '/console/credentials';
