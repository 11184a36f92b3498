/** The fields of a location in a form. Which of them are needed depends on the storage of its URL. */
export const emptyLocation = {
  url: '',
  role_arn: '',
  external_id: '',
  region: '',
  endpoint: '',
  access_key_id: '',
  secret_access_key: '',
  sas_token: '',
};

/** Leaves out empty fields: the API distinguishes them from absent ones, and reports required ones as missing. */
export const withoutEmpty = <Fields extends Record<string, string>>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== '')) as Fields;
