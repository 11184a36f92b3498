// Generated from the operations of the server by `npm run generate`. Do not edit.

export interface paths {
  '/console/business_metrics': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': { links: components['schemas']['Links']; business_metrics: { token: string; title: string; import_type: string; integration_token: string | null; state: 'not_configured' | 'waiting' | 'pulled' | 'failed'; pulled_at: string | null; error: string | null }[] } } } };
    };
  };
  '/console/credentials': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': { links: components['schemas']['Links']; credentials: { id: number; description: string; scopes: string[]; user_token: string | null; team_token: string | null; client_id: string | null; created_at: string; expires_at: string | null }[] } } } };
    };
    post: {
      requestBody: { content: { 'application/json': { description: string; scopes: ('read' | 'write')[]; team_token?: string; expires_at?: string } } };
      responses: { 201: { content: { 'application/json': { id: number; description: string; scopes: string[]; user_token: string | null; team_token: string | null; client_id: string | null; created_at: string; expires_at: string | null; secret: string } } } };
    };
  };
  '/console/credentials/{credential_id}': {
    delete: {
      parameters: { path: { credential_id: string } };
      responses: { 204: { content?: never } };
    };
  };
  '/console/demo': {
    post: {
      parameters: { query?: { size?: 'small' | 'whole' } };
      responses: { 202: { content: { 'application/json': { run_id: number; integration_token: string | null; file_names: string[]; status: 'running' | 'committed' | 'skipped' | 'failed'; rows_done: number; bytes_done: number; bytes_total: number; summaries_done: number; summaries_total: number; errors: string[]; notes: string[]; started_at: string; finished_at: string | null; loads: { load_id: number; integration_token: string; partition: string; format: string; status: 'running' | 'active' | 'superseded' | 'failed' | 'dropped'; reason: string | null; source_version: string | null; rows_read: number; rows_stored: number; rows_rejected: number; rejected_totals: { currency: string; billed: string }[]; rows_repeated: number; lines: number; totals: { currency: string; billed: string; effective: string }[]; months: { month: string; currency: string; rows: number; billed: string }[]; first_date: string | null; last_date: string | null; estimated: boolean; warnings: { code: string; count: number; example: string }[]; started_at: string; finished_at: string | null }[]; rejected_rows: { source_file: string; source_row: number; column: string; reason: string; sample: string }[] } } } };
    };
  };
  '/console/favourites': {
    get: {
      parameters: { query?: { workspace_token?: string } };
      responses: { 200: { content: { 'application/json': { favourites: components['schemas']['Favourite'][] } } } };
    };
  };
  '/console/favourites/{object_token}': {
    delete: {
      parameters: { path: { object_token: string }; query?: { workspace_token?: string } };
      responses: { 204: { content?: never } };
    };
    put: {
      parameters: { path: { object_token: string }; query?: { workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Favourite'] } } };
    };
  };
  '/console/imports': {
    get: {
      parameters: { query?: { page?: number; limit?: number; integration_token?: string; status?: 'running' | 'active' | 'superseded' | 'failed' | 'dropped' } };
      responses: { 200: { content: { 'application/json': { links: components['schemas']['Links']; loads: { load_id: number; integration_token: string; partition: string; format: string; status: 'running' | 'active' | 'superseded' | 'failed' | 'dropped'; reason: string | null; source_version: string | null; rows_read: number; rows_stored: number; rows_rejected: number; rejected_totals: { currency: string; billed: string }[]; rows_repeated: number; lines: number; totals: { currency: string; billed: string; effective: string }[]; months: { month: string; currency: string; rows: number; billed: string }[]; first_date: string | null; last_date: string | null; estimated: boolean; warnings: { code: string; count: number; example: string }[]; started_at: string; finished_at: string | null }[] } } } };
    };
    post: {
      parameters: { query?: { integration?: string; provider?: string; workspace?: string; name?: string; report_name?: string; source_version?: string } };
      requestBody: { content: { 'application/octet-stream': Blob } };
      responses: { 202: { content: { 'application/json': { run_id: number; integration_token: string | null; file_names: string[]; status: 'running' | 'committed' | 'skipped' | 'failed'; rows_done: number; bytes_done: number; bytes_total: number; summaries_done: number; summaries_total: number; errors: string[]; notes: string[]; started_at: string; finished_at: string | null; loads: { load_id: number; integration_token: string; partition: string; format: string; status: 'running' | 'active' | 'superseded' | 'failed' | 'dropped'; reason: string | null; source_version: string | null; rows_read: number; rows_stored: number; rows_rejected: number; rejected_totals: { currency: string; billed: string }[]; rows_repeated: number; lines: number; totals: { currency: string; billed: string; effective: string }[]; months: { month: string; currency: string; rows: number; billed: string }[]; first_date: string | null; last_date: string | null; estimated: boolean; warnings: { code: string; count: number; example: string }[]; started_at: string; finished_at: string | null }[]; rejected_rows: { source_file: string; source_row: number; column: string; reason: string; sample: string }[] } } } };
    };
  };
  '/console/imports/runs/{run_id}': {
    delete: {
      parameters: { path: { run_id: string } };
      responses: { 202: { content: { 'application/json': { run_id: number; integration_token: string | null; file_names: string[]; status: 'running' | 'committed' | 'skipped' | 'failed'; rows_done: number; bytes_done: number; bytes_total: number; summaries_done: number; summaries_total: number; errors: string[]; notes: string[]; started_at: string; finished_at: string | null; loads: { load_id: number; integration_token: string; partition: string; format: string; status: 'running' | 'active' | 'superseded' | 'failed' | 'dropped'; reason: string | null; source_version: string | null; rows_read: number; rows_stored: number; rows_rejected: number; rejected_totals: { currency: string; billed: string }[]; rows_repeated: number; lines: number; totals: { currency: string; billed: string; effective: string }[]; months: { month: string; currency: string; rows: number; billed: string }[]; first_date: string | null; last_date: string | null; estimated: boolean; warnings: { code: string; count: number; example: string }[]; started_at: string; finished_at: string | null }[]; rejected_rows: { source_file: string; source_row: number; column: string; reason: string; sample: string }[] } } } };
    };
    get: {
      parameters: { path: { run_id: string } };
      responses: { 200: { content: { 'application/json': { run_id: number; integration_token: string | null; file_names: string[]; status: 'running' | 'committed' | 'skipped' | 'failed'; rows_done: number; bytes_done: number; bytes_total: number; summaries_done: number; summaries_total: number; errors: string[]; notes: string[]; started_at: string; finished_at: string | null; loads: { load_id: number; integration_token: string; partition: string; format: string; status: 'running' | 'active' | 'superseded' | 'failed' | 'dropped'; reason: string | null; source_version: string | null; rows_read: number; rows_stored: number; rows_rejected: number; rejected_totals: { currency: string; billed: string }[]; rows_repeated: number; lines: number; totals: { currency: string; billed: string; effective: string }[]; months: { month: string; currency: string; rows: number; billed: string }[]; first_date: string | null; last_date: string | null; estimated: boolean; warnings: { code: string; count: number; example: string }[]; started_at: string; finished_at: string | null }[]; rejected_rows: { source_file: string; source_row: number; column: string; reason: string; sample: string }[] } } } };
    };
  };
  '/console/imports/{load_id}': {
    get: {
      parameters: { path: { load_id: string }; query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': { links: components['schemas']['Links']; rejected_rows: { source_file: string; source_row: number; column: string; reason: string; sample: string }[]; load: { load_id: number; integration_token: string; partition: string; format: string; status: 'running' | 'active' | 'superseded' | 'failed' | 'dropped'; reason: string | null; source_version: string | null; rows_read: number; rows_stored: number; rows_rejected: number; rejected_totals: { currency: string; billed: string }[]; rows_repeated: number; lines: number; totals: { currency: string; billed: string; effective: string }[]; months: { month: string; currency: string; rows: number; billed: string }[]; first_date: string | null; last_date: string | null; estimated: boolean; warnings: { code: string; count: number; example: string }[]; started_at: string; finished_at: string | null } } } } };
    };
  };
  '/console/integrations': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': { links: components['schemas']['Links']; integrations: { token: string; provider: string; account_identifier: string | null; status: 'connected' | 'error' | 'pending' | 'importing' | 'imported' | 'disconnected'; last_updated: string | null; workspace_tokens: string[]; managed_account_tokens: string[]; managed_accounts: { token: string; name: string }[]; created_at: string; is_delegated: boolean; name: string; last_error: string | null; location: { url: string; endpoint?: string; region?: string; role_arn?: string; external_id?: string } | null; checked_at: string | null }[] } } } };
    };
  };
  '/console/integrations/aws': {
    post: {
      requestBody: { content: { 'application/json': { url: string; endpoint?: string; region?: string; role_arn: string; external_id?: string; access_key_id?: string; secret_access_key?: string; sas_token?: string; allow_overlap?: boolean; name?: string } } };
      responses: { 201: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/console/integrations/metrics': {
    post: {
      requestBody: { content: { 'application/json': { endpoint?: string; role_arn?: string; external_id?: string; access_key_id?: string; secret_access_key?: string; api_key?: string; application_key?: string; token?: string; warehouse?: string; role?: string; database?: string; schema?: string; provider: 'aws' | 'datadog' | 'snowflake'; name: string } } };
      responses: { 201: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/console/integrations/watched': {
    post: {
      requestBody: { content: { 'application/json': { provider: 'aws' | 'azure' | 'azure_csp' | 'gcp' | 'oracle' | 'linode' | 'kubernetes' | 'kubernetes_agent' | 'opencost' | 'snowflake' | 'databricks' | 'mongo' | 'planetscale' | 'clickhouse' | 'redis_cloud' | 'elastic' | 'confluent' | 'datadog' | 'new_relic' | 'grafana' | 'coralogix' | 'fastly' | 'cloudflare' | 'vercel' | 'twilio' | 'temporal' | 'github' | 'circle_ci' | 'depot' | 'modal' | 'anyscale' | 'baseten' | 'fireworks_ai' | 'open_ai' | 'anthropic' | 'cursor' | 'eleven_labs' | 'cartesia' | 'custom_provider' | 'xai' | 'digital_ocean' | 'together_ai' | 'coreweave'; name: string; account_identifier?: string; url: string; endpoint?: string; region?: string; role_arn?: string; external_id?: string; access_key_id?: string; secret_access_key?: string; sas_token?: string; allow_overlap?: boolean } } };
      responses: { 201: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/console/integrations/{integration_token}': {
    put: {
      parameters: { path: { integration_token: string } };
      requestBody: { content: { 'application/json': { name?: string; allow_overlap?: boolean } } };
      responses: { 200: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/console/integrations/{integration_token}/location': {
    put: {
      parameters: { path: { integration_token: string } };
      requestBody: { content: { 'application/json': { url: string; endpoint?: string; region?: string; role_arn?: string; external_id?: string; access_key_id?: string; secret_access_key?: string; sas_token?: string; allow_overlap?: boolean } } };
      responses: { 200: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/console/integrations/{integration_token}/metrics_access': {
    put: {
      parameters: { path: { integration_token: string } };
      requestBody: { content: { 'application/json': { endpoint?: string; role_arn?: string; external_id?: string; access_key_id?: string; secret_access_key?: string; api_key?: string; application_key?: string; token?: string; warehouse?: string; role?: string; database?: string; schema?: string } } };
      responses: { 200: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/console/objects': {
    get: {
      parameters: { query: { tokens: string } };
      responses: { 200: { content: { 'application/json': { objects: components['schemas']['NamedObject'][] } } } };
    };
  };
  '/console/objects/search': {
    get: {
      parameters: { query?: { q?: string; grantable?: boolean; limit?: number } };
      responses: { 200: { content: { 'application/json': { objects: components['schemas']['NamedObject'][] } } } };
    };
  };
  '/console/password': {
    post: {
      requestBody: { content: { 'application/json': { ticket: string; password: string; name?: string } } };
      responses: { 201: { content: { 'application/json': { user_token: string; csrf_token: string } } }; 202: { content: { 'application/json': components['schemas']['PendingSession'] } } };
    };
  };
  '/console/profile': {
    put: {
      requestBody: { content: { 'application/json': { name?: string; default_workspace_token?: string } } };
      responses: { 200: { content: { 'application/json': components['schemas']['User'] } } };
    };
  };
  '/console/profile/password': {
    put: {
      requestBody: { content: { 'application/json': { current_password: string; password: string } } };
      responses: { 204: { content?: never } };
    };
  };
  '/console/recovery_codes': {
    post: {
      requestBody: { content: { 'application/json': { password?: string; code?: string } } };
      responses: { 201: { content: { 'application/json': { recovery_codes: string[] } } } };
    };
  };
  '/console/scim_tokens': {
    get: {
      responses: { 200: { content: { 'application/json': { scim_tokens: components['schemas']['ScimToken'][] } } } };
    };
    post: {
      requestBody: { content: { 'application/json': { description: string } } };
      responses: { 201: { content: { 'application/json': { token: string; description: string; created_at: string; last_used_at: string | null; secret: string } } } };
    };
  };
  '/console/scim_tokens/{scim_token}': {
    delete: {
      parameters: { path: { scim_token: string } };
      responses: { 204: { content?: never } };
    };
  };
  '/console/second_factor_rule': {
    put: {
      requestBody: { content: { 'application/json': { is_required: boolean } } };
      responses: { 200: { content: { 'application/json': { is_required: boolean } } } };
    };
  };
  '/console/second_factors': {
    get: {
      responses: { 200: { content: { 'application/json': { second_factors: components['schemas']['SecondFactor'][]; recovery_codes_left: number; is_required: boolean; has_password: boolean } } } };
    };
  };
  '/console/second_factors/passkey': {
    post: {
      responses: { 201: { content: { 'application/json': { ticket: string; options: Record<string, unknown> } } } };
    };
  };
  '/console/second_factors/passkey/confirm': {
    post: {
      requestBody: { content: { 'application/json': { ticket: string; passkey: { id: string; rawId: string; type: 'public-key'; clientExtensionResults?: Record<string, unknown>; response: { clientDataJSON: string; attestationObject: string; transports?: string[] } }; name: string } } };
      responses: { 201: { content: { 'application/json': { token: string; kind: 'totp' | 'passkey'; name: string; created_at: string; last_used_at: string | null; recovery_codes: string[] | null } } } };
    };
  };
  '/console/second_factors/totp': {
    post: {
      responses: { 201: { content: { 'application/json': { ticket: string; secret: string; url: string } } } };
    };
  };
  '/console/second_factors/totp/confirm': {
    post: {
      requestBody: { content: { 'application/json': { ticket: string; code: string; name: string } } };
      responses: { 201: { content: { 'application/json': { token: string; kind: 'totp' | 'passkey'; name: string; created_at: string; last_used_at: string | null; recovery_codes: string[] | null } } } };
    };
  };
  '/console/second_factors/{second_factor_token}/removal': {
    post: {
      parameters: { path: { second_factor_token: string } };
      requestBody: { content: { 'application/json': { password?: string; code?: string } } };
      responses: { 204: { content?: never } };
    };
  };
  '/console/session': {
    delete: {
      responses: { 204: { content?: never } };
    };
    post: {
      requestBody: { content: { 'application/json': { email: string; password: string } } };
      responses: { 201: { content: { 'application/json': { user_token: string; csrf_token: string } } }; 202: { content: { 'application/json': components['schemas']['PendingSession'] } } };
    };
  };
  '/console/session/enrolment': {
    post: {
      requestBody: { content: { 'application/json': { ticket: string } } };
      responses: { 201: { content: { 'application/json': { secret: string; url: string } } } };
    };
  };
  '/console/session/enrolment/confirm': {
    post: {
      requestBody: { content: { 'application/json': { ticket: string; code: string } } };
      responses: { 201: { content: { 'application/json': { user_token: string; csrf_token: string; recovery_codes: string[] } } } };
    };
  };
  '/console/session/passkey_options': {
    post: {
      requestBody: { content: { 'application/json': { ticket: string } } };
      responses: { 200: { content: { 'application/json': Record<string, unknown> } } };
    };
  };
  '/console/session/second_factor': {
    post: {
      requestBody: { content: { 'application/json': { ticket: string; code?: string; recovery_code?: string; passkey?: { id: string; rawId: string; type: 'public-key'; clientExtensionResults?: Record<string, unknown>; response: { clientDataJSON: string; authenticatorData: string; signature: string } } } } };
      responses: { 201: { content: { 'application/json': { user_token: string; csrf_token: string } } } };
    };
  };
  '/console/sessions': {
    delete: {
      responses: { 204: { content?: never } };
    };
  };
  '/console/sso': {
    post: {
      requestBody: { content: { 'application/json': { email: string; return_to?: string } } };
      responses: { 201: { content: { 'application/json': { location: string } } } };
    };
  };
  '/console/sso/acs/{account_token}': {
    post: {
      parameters: { path: { account_token: string } };
      requestBody: { content: { 'multipart/form-data': { SAMLResponse: string; RelayState: string } } };
      responses: { 303: { content?: never } };
    };
  };
  '/console/sso/metadata/{account_token}': {
    get: {
      parameters: { path: { account_token: string } };
      responses: { 200: { content?: never } };
    };
  };
  '/console/sso/session': {
    post: {
      requestBody: { content: { 'application/json': { account_token: string; query: string } } };
      responses: { 201: { content: { 'application/json': { user_token?: string; csrf_token?: string; return_to: string } } } };
    };
  };
  '/console/users': {
    post: {
      requestBody: { content: { 'application/json': { email: string; role?: 'owner' | 'integration_owner' | 'editor' | 'viewer'; name?: string } } };
      responses: { 201: { content: { 'application/json': { token: string; name: string | null; email: string; role: string; default_dashboard_token: string | null; last_seen_at: string | null; link: string } } } };
    };
  };
  '/console/users/log_in_methods': {
    get: {
      responses: { 200: { content: { 'application/json': { log_in_methods: components['schemas']['LogInMethods'][] } } } };
    };
  };
  '/console/users/{user_token}': {
    delete: {
      parameters: { path: { user_token: string } };
      responses: { 204: { content?: never } };
    };
    put: {
      parameters: { path: { user_token: string } };
      requestBody: { content: { 'application/json': { role: 'owner' | 'integration_owner' | 'editor' | 'viewer' } } };
      responses: { 200: { content: { 'application/json': components['schemas']['User'] } } };
    };
  };
  '/console/users/{user_token}/password': {
    post: {
      parameters: { path: { user_token: string } };
      responses: { 201: { content: { 'application/json': { link: string } } } };
    };
  };
  '/console/users/{user_token}/second_factors': {
    delete: {
      parameters: { path: { user_token: string } };
      responses: { 204: { content?: never } };
    };
  };
  '/v2/access_grants': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['AccessGrants'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createAccessGrant'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['AccessGrant'] } } };
    };
  };
  '/v2/access_grants/{access_grant_token}': {
    delete: {
      parameters: { path: { access_grant_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { access_grant_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['AccessGrant'] } } };
    };
    put: {
      parameters: { path: { access_grant_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateAccessGrant'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['AccessGrant'] } } };
    };
  };
  '/v2/annotations': {
    get: {
      parameters: { query?: { page?: number; limit?: number; report_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Annotations'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createAnnotation'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Annotation'] } } };
    };
  };
  '/v2/annotations/{annotation_token}': {
    delete: {
      parameters: { path: { annotation_token: string } };
      responses: { 204: { content?: never } };
    };
    put: {
      parameters: { path: { annotation_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateAnnotation'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Annotation'] } } };
    };
  };
  '/v2/anomaly_alerts': {
    get: {
      parameters: { query?: { page?: number; limit?: number; start_date?: string; end_date?: string; provider?: string; service?: string; cost_category?: string; cost_report_token?: string; workspace_token?: string; status?: 'active' | 'archived' | 'ignored' } };
      responses: { 200: { content: { 'application/json': components['schemas']['AnomalyAlerts'] } } };
    };
  };
  '/v2/anomaly_alerts/{anomaly_alert_token}': {
    get: {
      parameters: { path: { anomaly_alert_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['AnomalyAlert'] } } };
    };
    put: {
      parameters: { path: { anomaly_alert_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateAnomalyAlert'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['AnomalyAlert'] } } };
    };
  };
  '/v2/anomaly_alerts/{anomaly_alert_token}/days': {
    get: {
      parameters: { path: { anomaly_alert_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['AnomalyDays'] } } };
    };
  };
  '/v2/anomaly_notifications': {
    get: {
      parameters: { query?: { page?: number; limit?: number; workspace_token?: string; cost_report_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['AnomalyNotifications'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createAnomalyNotification'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['AnomalyNotification'] } } };
    };
  };
  '/v2/anomaly_notifications/backtest': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['backtestAnomalyNotification'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['AnomalyNotificationBacktest'] } } };
    };
  };
  '/v2/anomaly_notifications/{anomaly_notification_token}': {
    delete: {
      parameters: { path: { anomaly_notification_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { anomaly_notification_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['AnomalyNotification'] } } };
    };
    put: {
      parameters: { path: { anomaly_notification_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateAnomalyNotification'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['AnomalyNotification'] } } };
    };
  };
  '/v2/audit_logs': {
    get: {
      parameters: { query?: { page?: number; limit?: number; user?: number; workspace_token?: string; action?: 'create' | 'update' | 'delete'; object_name?: string; source?: 'console' | 'api' | 'finops_agent'; object_type?: 'virtual_tag' | 'cost_report' | 'recommendation_commitment' | 'segment'; token?: string; object_token?: string; start_date?: string; end_date?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['AuditLogs'] } } };
    };
  };
  '/v2/audit_logs/{audit_log_token}': {
    get: {
      parameters: { path: { audit_log_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['AuditLog'] } } };
    };
  };
  '/v2/billing_profiles': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['BillingProfiles'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createBillingProfile'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['BillingProfile'] } } };
    };
  };
  '/v2/billing_profiles/{billing_profile_token}': {
    delete: {
      parameters: { path: { billing_profile_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { billing_profile_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['BillingProfile'] } } };
    };
    put: {
      parameters: { path: { billing_profile_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateBillingProfile'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['BillingProfile'] } } };
    };
  };
  '/v2/billing_rules': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['BillingRules'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createBillingRule'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['BillingRule'] } } };
    };
  };
  '/v2/billing_rules/preview': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['previewBillingRules'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['BillingRulePreview'] } } };
    };
  };
  '/v2/billing_rules/{billing_rule_token}': {
    delete: {
      parameters: { path: { billing_rule_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { billing_rule_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['BillingRule'] } } };
    };
    put: {
      parameters: { path: { billing_rule_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateBillingRule'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['BillingRule'] } } };
    };
  };
  '/v2/budget_alerts': {
    get: {
      parameters: { query?: { page?: number; limit?: number; workspace_token?: string; budget_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['BudgetAlerts'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createBudgetAlert'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['BudgetAlert'] } } };
    };
  };
  '/v2/budget_alerts/backtest': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['backtestBudgetAlert'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['BudgetAlertBacktest'] } } };
    };
  };
  '/v2/budget_alerts/events': {
    get: {
      parameters: { query?: { workspace_token?: string; budget_token?: string; budget_alert_token?: string; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['BudgetAlertEvents'] } } };
    };
  };
  '/v2/budget_alerts/{budget_alert_token}': {
    delete: {
      parameters: { path: { budget_alert_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { budget_alert_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['BudgetAlert'] } } };
    };
    put: {
      parameters: { path: { budget_alert_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateBudgetAlert'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['BudgetAlert'] } } };
    };
  };
  '/v2/budgets': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Budgets'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createBudget'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Budget'] } } };
    };
  };
  '/v2/budgets/status': {
    get: {
      parameters: { query?: { workspace_token?: string; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['BudgetStatusList'] } } };
    };
  };
  '/v2/budgets/{budget_token}': {
    delete: {
      parameters: { path: { budget_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { budget_token: string }; query?: { include_performance?: boolean } };
      responses: { 200: { content: { 'application/json': components['schemas']['Budget'] } } };
    };
    put: {
      parameters: { path: { budget_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateBudget'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Budget'] } } };
    };
  };
  '/v2/budgets/{budget_token}/months': {
    get: {
      parameters: { path: { budget_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['BudgetMonths'] } } };
    };
  };
  '/v2/business_metrics': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['BusinessMetrics'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createBusinessMetric'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['BusinessMetric'] } } };
    };
  };
  '/v2/business_metrics/{business_metric_token}': {
    delete: {
      parameters: { path: { business_metric_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { business_metric_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['BusinessMetric'] } } };
    };
    put: {
      parameters: { path: { business_metric_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateBusinessMetric'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['BusinessMetric'] } } };
    };
  };
  '/v2/business_metrics/{business_metric_token}/forecasted_values': {
    get: {
      parameters: { path: { business_metric_token: string }; query?: { page?: number; limit?: number; start_date?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['BusinessMetricValues'] } } };
    };
  };
  '/v2/business_metrics/{business_metric_token}/labels': {
    get: {
      parameters: { path: { business_metric_token: string }; query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['BusinessMetricLabels'] } } };
    };
  };
  '/v2/business_metrics/{business_metric_token}/values': {
    delete: {
      parameters: { path: { business_metric_token: string }; query?: { start_date?: string; end_date?: string; label?: string; forecasted?: boolean } };
      responses: { 200: { content: { 'application/json': components['schemas']['BusinessMetricValuesDeleteResponse'] } } };
    };
    get: {
      parameters: { path: { business_metric_token: string }; query?: { page?: number; limit?: number; start_date?: string; label_values?: string[]; date_bin?: 'day' | 'month' } };
      responses: { 200: { content: { 'application/json': components['schemas']['BusinessMetricValues'] } } };
    };
  };
  '/v2/business_metrics/{business_metric_token}/values.csv': {
    put: {
      parameters: { path: { business_metric_token: string } };
      requestBody: { content: { 'multipart/form-data': { csv: Blob; forecasted?: boolean } } };
      responses: { 200: { content: { 'application/json': components['schemas']['BusinessMetric'] } } };
    };
  };
  '/v2/canvases': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Canvases'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createCanvas'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Canvas'] } } };
    };
  };
  '/v2/canvases/{canvas_token}': {
    delete: {
      parameters: { path: { canvas_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { canvas_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Canvas'] } } };
    };
    put: {
      parameters: { path: { canvas_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateCanvas'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Canvas'] } } };
    };
  };
  '/v2/channels': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string; kind?: 'webhook' | 'slack' | 'teams' | 'jira' | 'pagerduty' | 'alertmanager' } };
      responses: { 200: { content: { 'application/json': components['schemas']['Channels'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createChannel'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Channel'] } } };
    };
  };
  '/v2/channels/{channel_token}': {
    delete: {
      parameters: { path: { channel_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { channel_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Channel'] } } };
    };
    put: {
      parameters: { path: { channel_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateChannel'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Channel'] } } };
    };
  };
  '/v2/channels/{channel_token}/test': {
    post: {
      parameters: { path: { channel_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Delivery'] } } };
    };
  };
  '/v2/cost_alerts': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostAlerts'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createCostAlert'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['CostAlert'] } } };
    };
  };
  '/v2/cost_alerts/backtest': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['backtestCostAlert'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostAlertBacktest'] } } };
    };
  };
  '/v2/cost_alerts/{cost_alert_token}': {
    delete: {
      parameters: { path: { cost_alert_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { cost_alert_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostAlert'] } } };
    };
    put: {
      parameters: { path: { cost_alert_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateCostAlert'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostAlert'] } } };
    };
  };
  '/v2/cost_alerts/{cost_alert_token}/events': {
    get: {
      parameters: { path: { cost_alert_token: string }; query?: { report_token?: string; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostAlertEvents'] } } };
    };
  };
  '/v2/cost_alerts/{cost_alert_token}/events/{event_token}': {
    get: {
      parameters: { path: { cost_alert_token: string; event_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostAlertEvent'] } } };
    };
  };
  '/v2/cost_provider_accounts': {
    get: {
      parameters: { query?: { workspace_token?: string; provider?: 'aws' | 'azure' | 'azure_csp' | 'gcp' | 'oracle' | 'linode' | 'kubernetes' | 'kubernetes_agent' | 'opencost' | 'snowflake' | 'databricks' | 'mongo' | 'planetscale' | 'clickhouse' | 'redis_cloud' | 'elastic' | 'confluent' | 'datadog' | 'new_relic' | 'grafana' | 'coralogix' | 'fastly' | 'cloudflare' | 'vercel' | 'twilio' | 'temporal' | 'github' | 'circle_ci' | 'depot' | 'modal' | 'anyscale' | 'baseten' | 'fireworks_ai' | 'open_ai' | 'anthropic' | 'cursor' | 'eleven_labs' | 'cartesia' | 'custom_provider' | 'xai' | 'digital_ocean' | 'together_ai' | 'coreweave'; account_id?: string; account_name?: string; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostProviderAccounts'] } } };
    };
  };
  '/v2/cost_providers': {
    get: {
      parameters: { query?: { workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostProviders'] } } };
    };
  };
  '/v2/cost_reports': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string; folder_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostReports'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createCostReport'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['CostReport'] } } };
    };
  };
  '/v2/cost_reports/{cost_report_token}': {
    delete: {
      parameters: { path: { cost_report_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { cost_report_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostReport'] } } };
    };
    put: {
      parameters: { path: { cost_report_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateCostReport'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostReport'] } } };
    };
  };
  '/v2/cost_reports/{cost_report_token}/applied_filters': {
    get: {
      parameters: { path: { cost_report_token: string }; query?: { dashboard_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['AppliedFilters'] } } };
    };
  };
  '/v2/cost_reports/{cost_report_token}/comments': {
    get: {
      parameters: { path: { cost_report_token: string }; query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostReportComments'] } } };
    };
    post: {
      parameters: { path: { cost_report_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['createCostReportComment'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['CostReportComment'] } } };
    };
  };
  '/v2/cost_reports/{cost_report_token}/comments/{comment_token}': {
    delete: {
      parameters: { path: { cost_report_token: string; comment_token: string } };
      responses: { 204: { content?: never } };
    };
    put: {
      parameters: { path: { cost_report_token: string; comment_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateCostReportComment'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostReportComment'] } } };
    };
  };
  '/v2/cost_reports/{cost_report_token}/forecast_backtest': {
    get: {
      parameters: { path: { cost_report_token: string }; query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['ForecastBacktests'] } } };
    };
  };
  '/v2/cost_reports/{cost_report_token}/forecasted_costs': {
    get: {
      parameters: { path: { cost_report_token: string }; query?: { start_date?: string; end_date?: string; provider?: 'aws' | 'azure' | 'azure_csp' | 'gcp' | 'oracle' | 'linode' | 'kubernetes' | 'kubernetes_agent' | 'opencost' | 'snowflake' | 'databricks' | 'mongo' | 'planetscale' | 'clickhouse' | 'redis_cloud' | 'elastic' | 'confluent' | 'datadog' | 'new_relic' | 'grafana' | 'coralogix' | 'fastly' | 'cloudflare' | 'vercel' | 'twilio' | 'temporal' | 'github' | 'circle_ci' | 'depot' | 'modal' | 'anyscale' | 'baseten' | 'fireworks_ai' | 'open_ai' | 'anthropic' | 'cursor' | 'eleven_labs' | 'cartesia' | 'custom_provider' | 'xai' | 'digital_ocean' | 'together_ai' | 'coreweave' | 'all'; service?: string; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['ForecastedCosts'] } } };
    };
  };
  '/v2/cost_services': {
    get: {
      parameters: { query?: { workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostServices'] } } };
    };
  };
  '/v2/costs': {
    get: {
      parameters: { query?: { cost_report_token?: string; dashboard_token?: string; filter?: string; report_filter?: string; workspace_token?: string; start_date?: string; end_date?: string; groupings?: string[]; date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour'; 'settings[include_credits]'?: boolean; 'settings[include_refunds]'?: boolean; 'settings[include_discounts]'?: boolean; 'settings[include_tax]'?: boolean; 'settings[amortize]'?: boolean; 'settings[unallocated]'?: boolean; 'settings[aggregate_by]'?: 'cost' | 'usage' | 'count'; 'settings[show_previous_period]'?: boolean; page?: number; limit?: number; order?: 'asc' | 'desc' } };
      responses: { 200: { content: { 'application/json': components['schemas']['Costs'] } } };
    };
  };
  '/v2/costs/changes': {
    get: {
      parameters: { query?: { cost_report_token?: string; dashboard_token?: string; filter?: string; report_filter?: string; workspace_token?: string; start_date?: string; end_date?: string; groupings?: string[]; date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour'; 'settings[include_credits]'?: boolean; 'settings[include_refunds]'?: boolean; 'settings[include_discounts]'?: boolean; 'settings[include_tax]'?: boolean; 'settings[amortize]'?: boolean; 'settings[unallocated]'?: boolean; 'settings[aggregate_by]'?: 'cost' | 'usage' | 'count'; 'settings[show_previous_period]'?: boolean; page?: number; limit?: number; compare_to?: 'previous_period' | 'previous_year'; compare_start_date?: string; compare_end_date?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostChanges'] } } };
    };
  };
  '/v2/costs/data_exports': {
    post: {
      parameters: { query?: { groupings?: string[] } };
      requestBody: { content: { 'application/json': components['schemas']['createCostExport'] } };
      responses: { 202: { content: { 'application/json': components['schemas']['DataExport'] } } };
    };
  };
  '/v2/costs/date_bins': {
    get: {
      parameters: { query?: { cost_report_token?: string; dashboard_token?: string; filter?: string; report_filter?: string; workspace_token?: string; start_date?: string; end_date?: string; groupings?: string[]; date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour'; 'settings[include_credits]'?: boolean; 'settings[include_refunds]'?: boolean; 'settings[include_discounts]'?: boolean; 'settings[include_tax]'?: boolean; 'settings[amortize]'?: boolean; 'settings[unallocated]'?: boolean; 'settings[aggregate_by]'?: 'cost' | 'usage' | 'count'; 'settings[show_previous_period]'?: boolean } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostDateBins'] } } };
    };
  };
  '/v2/costs/explain': {
    get: {
      parameters: { query: { cost_report_token?: string; dashboard_token?: string; filter?: string; report_filter?: string; workspace_token?: string; start_date?: string; end_date?: string; groupings?: string[]; date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour'; 'settings[include_credits]'?: boolean; 'settings[include_refunds]'?: boolean; 'settings[include_discounts]'?: boolean; 'settings[include_tax]'?: boolean; 'settings[amortize]'?: boolean; 'settings[unallocated]'?: boolean; 'settings[aggregate_by]'?: 'cost' | 'usage' | 'count'; 'settings[show_previous_period]'?: boolean; accrued_at: string; currency?: string; group?: string; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostExplanation'] } } };
    };
  };
  '/v2/costs/plan': {
    get: {
      parameters: { query?: { cost_report_token?: string; dashboard_token?: string; filter?: string; report_filter?: string; workspace_token?: string; start_date?: string; end_date?: string; groupings?: string[]; date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour'; 'settings[include_credits]'?: boolean; 'settings[include_refunds]'?: boolean; 'settings[include_discounts]'?: boolean; 'settings[include_tax]'?: boolean; 'settings[amortize]'?: boolean; 'settings[unallocated]'?: boolean; 'settings[aggregate_by]'?: 'cost' | 'usage' | 'count'; 'settings[show_previous_period]'?: boolean } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostPlan'] } } };
    };
  };
  '/v2/costs/segments': {
    get: {
      parameters: { query?: { workspace_token?: string; start_date?: string; end_date?: string; compare_to?: 'previous_period' | 'previous_year' } };
      responses: { 200: { content: { 'application/json': components['schemas']['SegmentCosts'] } } };
    };
  };
  '/v2/costs/series': {
    get: {
      parameters: { query?: { cost_report_token?: string; dashboard_token?: string; filter?: string; report_filter?: string; workspace_token?: string; start_date?: string; end_date?: string; groupings?: string[]; date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour'; 'settings[include_credits]'?: boolean; 'settings[include_refunds]'?: boolean; 'settings[include_discounts]'?: boolean; 'settings[include_tax]'?: boolean; 'settings[amortize]'?: boolean; 'settings[unallocated]'?: boolean; 'settings[aggregate_by]'?: 'cost' | 'usage' | 'count'; 'settings[show_previous_period]'?: boolean; page?: number; limit?: number; compare_to?: 'previous_period' | 'previous_year'; compare_start_date?: string; compare_end_date?: string; search?: string; order_by?: 'cost' | 'change' | 'change_percent' | 'name'; order?: 'asc' | 'desc' } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostSeries'] } } };
    };
  };
  '/v2/costs/tags': {
    get: {
      parameters: { query?: { filter?: string; workspace_token?: string; start_date?: string; end_date?: string; search_query?: string; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['TagCosts'] } } };
    };
  };
  '/v2/dashboards': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Dashboards'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createDashboard'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Dashboard'] } } };
    };
  };
  '/v2/dashboards/{dashboard_token}': {
    delete: {
      parameters: { path: { dashboard_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { dashboard_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Dashboard'] } } };
    };
    put: {
      parameters: { path: { dashboard_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateDashboard'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Dashboard'] } } };
    };
  };
  '/v2/dashboards/{dashboard_token}/layout': {
    get: {
      parameters: { path: { dashboard_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['DashboardLayout'] } } };
    };
    put: {
      parameters: { path: { dashboard_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateDashboardLayout'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['DashboardLayout'] } } };
    };
  };
  '/v2/data_exports/{data_export_token}': {
    get: {
      parameters: { path: { data_export_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['DataExport'] } }; 202: { content: { 'application/json': components['schemas']['DataExport'] } } };
    };
  };
  '/v2/deliveries': {
    get: {
      parameters: { query?: { page?: number; limit?: number; state?: 'pending' | 'not_configured' | 'sent' | 'failed' | 'dropped' | 'muted'; kind?: 'email' | 'webhook' | 'slack' | 'teams' | 'jira' | 'pagerduty' | 'alertmanager'; channel_token?: string; rule_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Deliveries'] } } };
    };
  };
  '/v2/deliveries/{delivery_token}': {
    get: {
      parameters: { path: { delivery_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Delivery'] } } };
    };
  };
  '/v2/deliveries/{delivery_token}/resend': {
    post: {
      parameters: { path: { delivery_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Delivery'] } } };
    };
  };
  '/v2/exchange_rates': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['ExchangeRates'] } } };
    };
  };
  '/v2/exchange_rates/csv': {
    post: {
      requestBody: { content: { 'multipart/form-data': { csv: Blob } } };
      responses: { 201: { content?: never } };
    };
  };
  '/v2/financial_commitment_reports': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['FinancialCommitmentReports'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createFinancialCommitmentReport'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['FinancialCommitmentReport'] } } };
    };
  };
  '/v2/financial_commitment_reports/{financial_commitment_report_token}': {
    delete: {
      parameters: { path: { financial_commitment_report_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { financial_commitment_report_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['FinancialCommitmentReport'] } } };
    };
    put: {
      parameters: { path: { financial_commitment_report_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateFinancialCommitmentReport'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['FinancialCommitmentReport'] } } };
    };
  };
  '/v2/financial_commitment_reports/{financial_commitment_report_token}/figures': {
    get: {
      parameters: { path: { financial_commitment_report_token: string }; query?: { page?: number; limit?: number; start_date?: string; end_date?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['FinancialCommitmentFigures'] } } };
    };
  };
  '/v2/financial_commitments': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['FinancialCommitments'] } } };
    };
  };
  '/v2/financial_commitments/opportunities': {
    get: {
      parameters: { query?: { workspace_token?: string; days?: '30' | '60' | '90'; account_id?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CommitmentOpportunities'] } } };
    };
  };
  '/v2/financial_commitments/simulation': {
    get: {
      parameters: { query: { workspace_token?: string; days?: '30' | '60' | '90'; account_id?: string; type: string; group?: string; commitment?: number | string; discount_percent?: number | string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CommitmentSimulation'] } } };
    };
  };
  '/v2/financial_commitments/status': {
    get: {
      parameters: { query?: { page?: number; limit?: number; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CommitmentStatusList'] } } };
    };
  };
  '/v2/folders': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string; type?: 'CostFolder' | 'ProviderResourceFolder' } };
      responses: { 200: { content: { 'application/json': components['schemas']['Folders'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createFolder'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Folder'] } } };
    };
  };
  '/v2/folders/{folder_token}': {
    delete: {
      parameters: { path: { folder_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { folder_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Folder'] } } };
    };
    put: {
      parameters: { path: { folder_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateFolder'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Folder'] } } };
    };
  };
  '/v2/integrations': {
    get: {
      parameters: { query?: { page?: number; limit?: number; provider?: 'aws' | 'azure' | 'azure_csp' | 'gcp' | 'oracle' | 'linode' | 'kubernetes' | 'kubernetes_agent' | 'opencost' | 'snowflake' | 'databricks' | 'mongo' | 'planetscale' | 'clickhouse' | 'redis_cloud' | 'elastic' | 'confluent' | 'datadog' | 'new_relic' | 'grafana' | 'coralogix' | 'fastly' | 'cloudflare' | 'vercel' | 'twilio' | 'temporal' | 'github' | 'circle_ci' | 'depot' | 'modal' | 'anyscale' | 'baseten' | 'fireworks_ai' | 'open_ai' | 'anthropic' | 'cursor' | 'eleven_labs' | 'cartesia' | 'custom_provider' | 'xai' | 'digital_ocean' | 'together_ai' | 'coreweave'; account_identifier?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Integrations'] } } };
    };
  };
  '/v2/integrations/azure': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createAzureIntegration'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/v2/integrations/custom_provider': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createCustomProviderIntegration'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/v2/integrations/gcp': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createGCPIntegration'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/v2/integrations/kubernetes': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createKubernetesIntegration'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/v2/integrations/{integration_token}': {
    delete: {
      parameters: { path: { integration_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { integration_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
    put: {
      parameters: { path: { integration_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateIntegration'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Integration'] } } };
    };
  };
  '/v2/integrations/{integration_token}/costs': {
    get: {
      parameters: { path: { integration_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['UserCostsUploads'] } } };
    };
  };
  '/v2/integrations/{integration_token}/costs.csv': {
    post: {
      parameters: { path: { integration_token: string } };
      requestBody: { content: { 'multipart/form-data': { csv?: Blob; auto_transform?: boolean } } };
      responses: { 201: { content: { 'application/json': components['schemas']['UserCostsUpload'] } } };
    };
  };
  '/v2/integrations/{integration_token}/costs/{user_costs_upload_token}': {
    delete: {
      parameters: { path: { integration_token: string; user_costs_upload_token: string } };
      responses: { 204: { content?: never } };
    };
  };
  '/v2/integrations/{integration_token}/data_files': {
    post: {
      parameters: { path: { integration_token: string }; query?: { name?: string } };
      requestBody: { content: { 'application/octet-stream': Blob } };
      responses: { 201: { content: { 'application/json': components['schemas']['DataFiles'] } } };
    };
  };
  '/v2/invoices': {
    get: {
      parameters: { query?: { page?: number; limit?: number; managed_account_token?: string; status?: 'generating' | 'draft' | 'approved' | 'failed' } };
      responses: { 200: { content: { 'application/json': components['schemas']['Invoices'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createInvoice'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Invoice'] } } };
    };
  };
  '/v2/invoices/{invoice_token}': {
    get: {
      parameters: { path: { invoice_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Invoice'] } } };
    };
  };
  '/v2/invoices/{invoice_token}/approve': {
    post: {
      parameters: { path: { invoice_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Invoice'] } } };
    };
  };
  '/v2/invoices/{invoice_token}/cost_report': {
    get: {
      parameters: { path: { invoice_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['CostReportUrl'] } } };
    };
  };
  '/v2/invoices/{invoice_token}/document': {
    get: {
      parameters: { path: { invoice_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['InvoiceDocument'] } } };
    };
  };
  '/v2/invoices/{invoice_token}/download': {
    post: {
      parameters: { path: { invoice_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['downloadInvoice'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['DownloadInvoice'] } } };
    };
  };
  '/v2/invoices/{invoice_token}/regenerate': {
    post: {
      parameters: { path: { invoice_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Invoice'] } } };
    };
  };
  '/v2/invoices/{invoice_token}/send': {
    post: {
      parameters: { path: { invoice_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['SendInvoice'] } } };
    };
  };
  '/v2/invoices/{invoice_token}/send_and_approve': {
    post: {
      parameters: { path: { invoice_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['SendInvoice'] } } };
    };
  };
  '/v2/invoices/{invoice_token}/trace': {
    get: {
      parameters: { path: { invoice_token: string }; query?: { provider?: string; service?: string; charge_type?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['InvoiceLineTrace'] } } };
    };
  };
  '/v2/kubernetes_efficiency_reports': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['KubernetesEfficiencyReports'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createKubernetesEfficiencyReport'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['KubernetesEfficiencyReport'] } } };
    };
  };
  '/v2/kubernetes_efficiency_reports/data_exports': {
    post: {
      parameters: { query?: { groupings?: string[] } };
      requestBody: { content: { 'application/json': components['schemas']['createKubernetesEfficiencyReportExport'] } };
      responses: { 202: { content: { 'application/json': components['schemas']['DataExport'] } } };
    };
  };
  '/v2/kubernetes_efficiency_reports/efficiency': {
    get: {
      parameters: { query?: { kubernetes_efficiency_report_token?: string; workspace_token?: string; filter?: string; start_date?: string; end_date?: string; date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'total'; groupings?: string[]; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['KubernetesEfficiency'] } } };
    };
  };
  '/v2/kubernetes_efficiency_reports/{kubernetes_efficiency_report_token}': {
    delete: {
      parameters: { path: { kubernetes_efficiency_report_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { kubernetes_efficiency_report_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['KubernetesEfficiencyReport'] } } };
    };
    put: {
      parameters: { path: { kubernetes_efficiency_report_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateKubernetesEfficiencyReport'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['KubernetesEfficiencyReport'] } } };
    };
  };
  '/v2/managed_accounts': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['ManagedAccounts'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createManagedAccount'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['ManagedAccount'] } } };
    };
  };
  '/v2/managed_accounts/{managed_account_token}': {
    delete: {
      parameters: { path: { managed_account_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { managed_account_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['ManagedAccount'] } } };
    };
    put: {
      parameters: { path: { managed_account_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateManagedAccount'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['ManagedAccount'] } } };
    };
  };
  '/v2/managed_accounts/{managed_account_token}/access': {
    post: {
      parameters: { path: { managed_account_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['createManagedAccountAccess'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['ManagedAccountAccess'] } } };
    };
  };
  '/v2/managed_accounts/{managed_account_token}/invitation': {
    post: {
      parameters: { path: { managed_account_token: string } };
      responses: { 201: { content: { 'application/json': components['schemas']['ManagedAccountInvitation'] } } };
    };
  };
  '/v2/managed_accounts/{managed_account_token}/sso_connection': {
    delete: {
      parameters: { path: { managed_account_token: string } };
      responses: { 204: { content?: never } };
    };
    post: {
      parameters: { path: { managed_account_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['createSsoConnectionForManagedAccount'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['ManagedAccount'] } } };
    };
    put: {
      parameters: { path: { managed_account_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateSsoConnectionForManagedAccount'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['ManagedAccount'] } } };
    };
  };
  '/v2/me': {
    get: {
      responses: { 200: { content: { 'application/json': components['schemas']['Me'] } } };
    };
    put: {
      requestBody: { content: { 'application/json': components['schemas']['updateMe'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Me'] } } };
    };
  };
  '/v2/mutes': {
    get: {
      parameters: { query?: { page?: number; limit?: number; workspace_token?: string; object_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Mutes'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createMute'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Mute'] } } };
    };
  };
  '/v2/mutes/{mute_token}': {
    delete: {
      parameters: { path: { mute_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { mute_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Mute'] } } };
    };
    put: {
      parameters: { path: { mute_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateMute'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Mute'] } } };
    };
  };
  '/v2/network_flow_logs': {
    get: {
      parameters: { query?: { network_flow_report_token?: string; workspace_token?: string; filter?: string; date_interval?: 'last_3_days' | 'last_7_days' | 'last_14_days' | 'last_30_days'; start_date?: string; end_date?: string; groupings?: ('account_id' | 'az_id' | 'dstaddr' | 'dsthostname' | 'flow_direction' | 'interface_id' | 'instance_id' | 'peer_resource_uuid' | 'peer_account_id' | 'peer_vpc_id' | 'peer_region' | 'peer_az_id' | 'peer_subnet_id' | 'peer_interface_id' | 'peer_instance_id' | 'region' | 'resource_uuid' | 'srcaddr' | 'srchostname' | 'subnet_id' | 'traffic_category' | 'traffic_path' | 'vpc_id')[]; flow_direction?: 'all' | 'ingress' | 'egress'; flow_weight?: 'costs' | 'bytes'; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['NetworkFlowLogs'] } } };
    };
  };
  '/v2/network_flow_logs/coverage': {
    get: {
      parameters: { query?: { workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['NetworkFlowCoverage'] } } };
    };
  };
  '/v2/network_flow_reports': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['NetworkFlowReports'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createNetworkFlowReport'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['NetworkFlowReport'] } } };
    };
  };
  '/v2/network_flow_reports/{network_flow_report_token}': {
    delete: {
      parameters: { path: { network_flow_report_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { network_flow_report_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['NetworkFlowReport'] } } };
    };
    put: {
      parameters: { path: { network_flow_report_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateNetworkFlowReport'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['NetworkFlowReport'] } } };
    };
  };
  '/v2/oas_v3.json': {
    get: {
      responses: { 200: { content: { 'application/json': Record<string, unknown> } } };
    };
  };
  '/v2/ping': {
    get: {
      responses: { 200: { content: { 'application/json': { ping: string } } } };
    };
  };
  '/v2/prices': {
    get: {
      parameters: { query?: { provider_id?: string; service_id?: string; name?: string; region?: string; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['ComparedPrices'] } } };
    };
  };
  '/v2/prices/offers': {
    get: {
      responses: { 200: { content: { 'application/json': components['schemas']['PriceOffers'] } } };
    };
  };
  '/v2/products': {
    get: {
      parameters: { query?: { provider_id?: string; service_id?: string; name?: string; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['Products'] } } };
    };
  };
  '/v2/products/{id}': {
    get: {
      parameters: { path: { id: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Product'] } } };
    };
  };
  '/v2/products/{product_id}/prices': {
    get: {
      parameters: { path: { product_id: string }; query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['Prices'] } } };
    };
  };
  '/v2/products/{product_id}/prices/{id}': {
    get: {
      parameters: { path: { product_id: string; id: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Price'] } } };
    };
  };
  '/v2/recommendation_views': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationViews'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createRecommendationView'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['RecommendationView'] } } };
    };
  };
  '/v2/recommendation_views/{recommendation_view_token}': {
    delete: {
      parameters: { path: { recommendation_view_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { recommendation_view_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationView'] } } };
    };
    put: {
      parameters: { path: { recommendation_view_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateRecommendationView'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationView'] } } };
    };
  };
  '/v2/recommendations': {
    get: {
      parameters: { query?: { page?: number; limit?: number; provider_ids?: string[]; billing_account_ids?: string[]; account_ids?: string[]; regions?: string[]; tag_key?: string; tag_value?: string; start_date?: string; end_date?: string; status?: 'active' | 'archived'; min_savings?: number; provider_account_id?: string; category?: string; type?: string; types?: string[]; provider?: string; resource_token?: string; filter?: 'open' | 'resolved' | 'dismissed'; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Recommendations'] } } };
    };
  };
  '/v2/recommendations/by_type/{type}/resources': {
    get: {
      parameters: { path: { type: string }; query: { page?: number; limit?: number; provider_ids?: string[]; billing_account_ids?: string[]; account_ids?: string[]; regions?: string[]; tag_key?: string; tag_value?: string; start_date?: string; end_date?: string; status?: 'active' | 'archived'; min_savings?: number; workspace_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationProviderResources'] } } };
    };
  };
  '/v2/recommendations/savings': {
    get: {
      parameters: { query?: { workspace_token?: string; tag_key?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationSavings'] } } };
    };
  };
  '/v2/recommendations/types': {
    get: {
      parameters: { query?: { workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationTypes'] } } };
    };
  };
  '/v2/recommendations/{recommendation_token}': {
    get: {
      parameters: { path: { recommendation_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Recommendation'] } } };
    };
  };
  '/v2/recommendations/{recommendation_token}/dismiss': {
    post: {
      parameters: { path: { recommendation_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['dismissRecommendation'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Recommendation'] } } };
    };
  };
  '/v2/recommendations/{recommendation_token}/resources': {
    get: {
      parameters: { path: { recommendation_token: string }; query?: { page?: number; limit?: number; dismissed?: boolean } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationProviderResources'] } } };
    };
  };
  '/v2/recommendations/{recommendation_token}/resources/{resource_token}': {
    get: {
      parameters: { path: { recommendation_token: string; resource_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationProviderResource'] } } };
    };
  };
  '/v2/recommendations/{recommendation_token}/resources/{resource_token}/dismiss': {
    post: {
      parameters: { path: { recommendation_token: string; resource_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['dismissRecommendationResource'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationProviderResource'] } } };
    };
  };
  '/v2/recommendations/{recommendation_token}/resources/{resource_token}/restore': {
    post: {
      parameters: { path: { recommendation_token: string; resource_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['RecommendationProviderResource'] } } };
    };
  };
  '/v2/recommendations/{recommendation_token}/restore': {
    post: {
      parameters: { path: { recommendation_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Recommendation'] } } };
    };
  };
  '/v2/reconciliation': {
    get: {
      parameters: { query?: { page?: number; limit?: number; integration_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Reconciliation'] } } };
    };
  };
  '/v2/report_forecasts': {
    get: {
      parameters: { query: { page?: number; limit?: number; cost_report_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['ReportForecasts'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createReportForecast'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['ReportForecast'] } } };
    };
  };
  '/v2/report_forecasts/{report_forecast_token}': {
    delete: {
      parameters: { path: { report_forecast_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { report_forecast_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['ReportForecast'] } } };
    };
    put: {
      parameters: { path: { report_forecast_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateReportForecast'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['ReportForecast'] } } };
    };
  };
  '/v2/report_notifications': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['ReportNotifications'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createReportNotification'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['ReportNotification'] } } };
    };
  };
  '/v2/report_notifications/{report_notification_token}': {
    delete: {
      parameters: { path: { report_notification_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { report_notification_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['ReportNotification'] } } };
    };
    put: {
      parameters: { path: { report_notification_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateReportNotification'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['ReportNotification'] } } };
    };
  };
  '/v2/resource_reports': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['ResourceReports'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createResourceReport'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['ResourceReport'] } } };
    };
  };
  '/v2/resource_reports/columns': {
    get: {
      parameters: { query: { resource_type: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['ResourceReportColumns'] } } };
    };
  };
  '/v2/resource_reports/{resource_report_token}': {
    delete: {
      parameters: { path: { resource_report_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { resource_report_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['ResourceReport'] } } };
    };
    put: {
      parameters: { path: { resource_report_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateResourceReport'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['ResourceReport'] } } };
    };
  };
  '/v2/resources': {
    get: {
      parameters: { query?: { page?: number; limit?: number; resource_report_token?: string; filter?: string; q?: string; workspace_token?: string; include_cost?: boolean; include_summary?: boolean } };
      responses: { 200: { content: { 'application/json': components['schemas']['Resources'] } } };
    };
  };
  '/v2/resources/{resource_token}': {
    get: {
      parameters: { path: { resource_token: string }; query?: { include_cost?: boolean; include_summary?: boolean } };
      responses: { 200: { content: { 'application/json': components['schemas']['Resource'] } } };
    };
  };
  '/v2/resources/{resource_token}/neighbours': {
    get: {
      parameters: { path: { resource_token: string }; query?: { limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['ResourceNeighbours'] } } };
    };
  };
  '/v2/saved_filters': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['SavedFilters'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createSavedFilter'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['SavedFilter'] } } };
    };
  };
  '/v2/saved_filters/{saved_filter_token}': {
    delete: {
      parameters: { path: { saved_filter_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { saved_filter_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['SavedFilter'] } } };
    };
    put: {
      parameters: { path: { saved_filter_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateSavedFilter'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['SavedFilter'] } } };
    };
  };
  '/v2/scenario_models': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['ScenarioModels'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createScenarioModel'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['ScenarioModel'] } } };
    };
  };
  '/v2/scenario_models/{scenario_model_token}': {
    delete: {
      parameters: { path: { scenario_model_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { scenario_model_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['ScenarioModel'] } } };
    };
    put: {
      parameters: { path: { scenario_model_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateScenarioModel'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['ScenarioModel'] } } };
    };
  };
  '/v2/segments': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Segments'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createSegment'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Segment'] } } };
    };
  };
  '/v2/segments/{segment_token}': {
    delete: {
      parameters: { path: { segment_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { segment_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Segment'] } } };
    };
    put: {
      parameters: { path: { segment_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateSegment'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Segment'] } } };
    };
  };
  '/v2/sso_connection': {
    delete: {
      responses: { 204: { content?: never } };
    };
    get: {
      responses: { 200: { content: { 'application/json': components['schemas']['SsoConnection'] } } };
    };
    put: {
      requestBody: { content: { 'application/json': components['schemas']['setSsoConnection'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['SsoConnection'] } } };
    };
  };
  '/v2/sso_connection/service_provider': {
    get: {
      responses: { 200: { content: { 'application/json': components['schemas']['ServiceProvider'] } } };
    };
  };
  '/v2/sso_connection/test': {
    post: {
      responses: { 201: { content: { 'application/json': components['schemas']['SsoTest'] } } };
    };
  };
  '/v2/swagger.json': {
    get: {
      responses: { 200: { content: { 'application/json': Record<string, unknown> } } };
    };
  };
  '/v2/tags': {
    get: {
      parameters: { query?: { providers?: ('aws' | 'azure' | 'azure_csp' | 'gcp' | 'oracle' | 'linode' | 'kubernetes' | 'kubernetes_agent' | 'opencost' | 'snowflake' | 'databricks' | 'mongo' | 'planetscale' | 'clickhouse' | 'redis_cloud' | 'elastic' | 'confluent' | 'datadog' | 'new_relic' | 'grafana' | 'coralogix' | 'fastly' | 'cloudflare' | 'vercel' | 'twilio' | 'temporal' | 'github' | 'circle_ci' | 'depot' | 'modal' | 'anyscale' | 'baseten' | 'fireworks_ai' | 'open_ai' | 'anthropic' | 'cursor' | 'eleven_labs' | 'cartesia' | 'custom_provider' | 'xai' | 'digital_ocean' | 'together_ai' | 'coreweave')[]; search_query?: string; sort_direction?: 'asc' | 'desc'; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['Tags'] } } };
    };
    put: {
      requestBody: { content: { 'application/json': components['schemas']['updateTag'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Tags'] } } };
    };
  };
  '/v2/tags/{key}/values': {
    get: {
      parameters: { path: { key: string }; query?: { providers?: ('aws' | 'azure' | 'azure_csp' | 'gcp' | 'oracle' | 'linode' | 'kubernetes' | 'kubernetes_agent' | 'opencost' | 'snowflake' | 'databricks' | 'mongo' | 'planetscale' | 'clickhouse' | 'redis_cloud' | 'elastic' | 'confluent' | 'datadog' | 'new_relic' | 'grafana' | 'coralogix' | 'fastly' | 'cloudflare' | 'vercel' | 'twilio' | 'temporal' | 'github' | 'circle_ci' | 'depot' | 'modal' | 'anyscale' | 'baseten' | 'fireworks_ai' | 'open_ai' | 'anthropic' | 'cursor' | 'eleven_labs' | 'cartesia' | 'custom_provider' | 'xai' | 'digital_ocean' | 'together_ai' | 'coreweave')[]; search_query?: string; sort_direction?: 'asc' | 'desc'; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['TagValues'] } } };
    };
  };
  '/v2/teams': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string; workspace_token?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Teams'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createTeam'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Team'] } } };
    };
  };
  '/v2/teams/{team_token}': {
    delete: {
      parameters: { path: { team_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { team_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Team'] } } };
    };
    put: {
      parameters: { path: { team_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateTeam'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Team'] } } };
    };
  };
  '/v2/teams/{team_token}/members': {
    get: {
      parameters: { path: { team_token: string }; query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['TeamMembers'] } } };
    };
    post: {
      parameters: { path: { team_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['addTeamMember'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['TeamMember'] } } };
    };
  };
  '/v2/teams/{team_token}/members/{user_token}': {
    delete: {
      parameters: { path: { team_token: string; user_token: string } };
      responses: { 204: { content?: never } };
    };
  };
  '/v2/unit_costs': {
    get: {
      parameters: { query: { cost_report_token: string; dashboard_token?: string; filter?: string; report_filter?: string; start_date?: string; end_date?: string; date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour'; 'settings[include_credits]'?: boolean; 'settings[include_refunds]'?: boolean; 'settings[include_discounts]'?: boolean; 'settings[include_tax]'?: boolean; 'settings[amortize]'?: boolean; 'settings[unallocated]'?: boolean; 'settings[aggregate_by]'?: 'cost' | 'usage' | 'count'; 'settings[show_previous_period]'?: boolean; order?: 'asc' | 'desc'; page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['UnitCosts'] } } };
    };
  };
  '/v2/unit_costs/data_exports': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createUnitCostsExport'] } };
      responses: { 202: { content: { 'application/json': components['schemas']['DataExport'] } } };
    };
  };
  '/v2/unit_costs/labels': {
    get: {
      parameters: { query: { cost_report_token: string; dashboard_token?: string; filter?: string; report_filter?: string; start_date?: string; end_date?: string; groupings?: string[]; date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour'; 'settings[include_credits]'?: boolean; 'settings[include_refunds]'?: boolean; 'settings[include_discounts]'?: boolean; 'settings[include_tax]'?: boolean; 'settings[amortize]'?: boolean; 'settings[unallocated]'?: boolean; 'settings[aggregate_by]'?: 'cost' | 'usage' | 'count'; 'settings[show_previous_period]'?: boolean; business_metric_token: string; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['LabelUnitCosts'] } } };
    };
  };
  '/v2/user_feedback': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createUserFeedback'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['UserFeedback'] } } };
    };
  };
  '/v2/users': {
    get: {
      parameters: { query?: { page?: number; limit?: number } };
      responses: { 200: { content: { 'application/json': components['schemas']['Users'] } } };
    };
  };
  '/v2/users/{user_token}': {
    get: {
      parameters: { path: { user_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['User'] } } };
    };
    put: {
      parameters: { path: { user_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateUser'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['User'] } } };
    };
  };
  '/v2/virtual_tag_configs': {
    get: {
      parameters: { query?: { q?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['VirtualTagConfigs'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createVirtualTagConfig'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['VirtualTagConfig'] } } };
    };
  };
  '/v2/virtual_tag_configs/async/{request_id}': {
    get: {
      parameters: { path: { request_id: string } };
      responses: { 200: { content?: never } };
    };
  };
  '/v2/virtual_tag_configs/preview': {
    post: {
      requestBody: { content: { 'application/json': components['schemas']['previewVirtualTagConfig'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['VirtualTagPreview'] } } };
    };
  };
  '/v2/virtual_tag_configs/{token}': {
    delete: {
      parameters: { path: { token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['VirtualTagConfig'] } } };
    };
    put: {
      parameters: { path: { token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateVirtualTagConfig'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['VirtualTagConfig'] } }; 202: { content: { 'application/json': components['schemas']['AsyncVirtualTagConfigUpdate'] } } };
    };
  };
  '/v2/virtual_tag_configs/{token}/async': {
    put: {
      parameters: { path: { token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateAsyncVirtualTagConfig'] } };
      responses: { 202: { content: { 'application/json': components['schemas']['AsyncVirtualTagConfigUpdate'] } } };
    };
  };
  '/v2/virtual_tag_configs/{token}/status': {
    get: {
      parameters: { path: { token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['VirtualTagConfigStatus'] } }; 202: { content: { 'application/json': components['schemas']['VirtualTagConfigStatus'] } } };
    };
  };
  '/v2/virtual_tag_configs/{virtual_tag_config_token}/values': {
    post: {
      parameters: { path: { virtual_tag_config_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['createVirtualTagConfigValue'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['VirtualTagConfigValue'] } } };
    };
  };
  '/v2/virtual_tag_configs/{virtual_tag_config_token}/values/{virtual_tag_config_value_token}': {
    delete: {
      parameters: { path: { virtual_tag_config_token: string; virtual_tag_config_value_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { virtual_tag_config_token: string; virtual_tag_config_value_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['VirtualTagConfigValue'] } } };
    };
    patch: {
      parameters: { path: { virtual_tag_config_token: string; virtual_tag_config_value_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateVirtualTagConfigValue'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['VirtualTagConfigValue'] } } };
    };
  };
  '/v2/workspaces': {
    get: {
      parameters: { query?: { page?: number; limit?: number; q?: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Workspaces'] } } };
    };
    post: {
      requestBody: { content: { 'application/json': components['schemas']['createWorkspace'] } };
      responses: { 201: { content: { 'application/json': components['schemas']['Workspace'] } } };
    };
  };
  '/v2/workspaces/{workspace_token}': {
    delete: {
      parameters: { path: { workspace_token: string } };
      responses: { 204: { content?: never } };
    };
    get: {
      parameters: { path: { workspace_token: string } };
      responses: { 200: { content: { 'application/json': components['schemas']['Workspace'] } } };
    };
    put: {
      parameters: { path: { workspace_token: string } };
      requestBody: { content: { 'application/json': components['schemas']['updateWorkspace'] } };
      responses: { 200: { content: { 'application/json': components['schemas']['Workspace'] } } };
    };
  };
}

export interface components {
  schemas: {
    AccessGrant: {
      token: string;
      resource_token: string;
      access: string;
      team_token: string | null;
      created_at: string;
      created_by: string | null;
    };
    AccessGrants: {
      links: components['schemas']['Links'];
      access_grants: components['schemas']['AccessGrant'][];
    };
    AdjustmentItem: {
      name: string;
      adjustment_type: 'charge' | 'credit' | 'discount';
      calculation_type: 'fixed' | 'percentage';
      amount: string;
    };
    Annotation: {
      token: string;
      title: string;
      report_tokens: string[];
      date: string | null;
      message: string | null;
    };
    Annotations: {
      links: components['schemas']['Links'];
      annotations: components['schemas']['Annotation'][];
    };
    AnomalyAlert: {
      token: string;
      created_at: string;
      alerted_at: string | null;
      category: string | null;
      service: string;
      provider: string;
      amount: string;
      previous_amount: string;
      seven_day_average: string;
      status: string;
      feedback: string | null;
      resources: string[];
      resource_tokens: string[];
      cost_report_token: string;
      anomaly_date: string;
      kind: string;
      expected_amount: string;
      expected_lower: string;
      expected_upper: string;
      currency: string;
    };
    AnomalyAlerts: {
      links: components['schemas']['Links'];
      anomaly_alerts: components['schemas']['AnomalyAlert'][];
    };
    AnomalyDay: {
      date: string;
      amount: string;
      expected_amount: string | null;
      expected_lower: string | null;
      expected_upper: string | null;
    };
    AnomalyDays: {
      currency: string;
      days: components['schemas']['AnomalyDay'][];
    };
    AnomalyNotification: {
      token: string;
      cost_report_token: string;
      created_at: string;
      updated_at: string;
      threshold: number;
      user_tokens: string[];
      team_tokens: string[];
      recipient_emails: string[];
      channel_tokens: string[];
      recipient_channels: string[];
    };
    AnomalyNotificationBacktest: {
      cost_report_token: string;
      start_date: string;
      end_date: string;
      currency: string;
      anomaly_count: number;
      unsearched_series_count: number;
      reported_count: number;
      days: { date: string; anomalies: components['schemas']['BacktestedAnomaly'][] }[];
    };
    AnomalyNotifications: {
      links: components['schemas']['Links'];
      anomaly_notifications: components['schemas']['AnomalyNotification'][];
    };
    AppliedFilter: {
      origin: 'report' | 'saved_filter' | 'folder' | 'dashboard';
      origin_token: string | null;
      origin_title: string | null;
      token: string | null;
      title: string | null;
      filter: string | null;
    };
    AppliedFilters: {
      applied_filters: components['schemas']['AppliedFilter'][];
    };
    AsyncVirtualTagConfigUpdate: {
      request_id: string;
      status_url: string;
    };
    AttachedBusinessMetricForCostReport: {
      business_metric_token: string;
      unit_scale: 'per_unit' | 'per_hundred' | 'per_thousand' | 'per_million' | 'per_billion';
      calculation_type: 'unit_cost' | 'gross_margin' | 'usage_unit_cost' | 'raw_business_metric';
      label?: string;
      label_filter?: string[];
      label_filters?: Record<string, unknown>;
    };
    AttachedCostReportForBusinessMetric: {
      cost_report_token: string | null;
      unit_scale: 'per_unit' | 'per_hundred' | 'per_thousand' | 'per_million' | 'per_billion';
      calculation_type: 'unit_cost' | 'gross_margin' | 'usage_unit_cost' | 'raw_business_metric';
      label?: string;
      label_filter?: string[];
      label_filters?: Record<string, unknown>;
    };
    AuditLog: {
      token: string;
      object_token: string | null;
      object_type: string;
      object_title: string | null;
      event: string;
      source: string;
      user: string | null;
      workspace_title: string | null;
      workspace_token: string | null;
      created_at: string;
      object_changes: Record<string, unknown>;
      changed_values: Record<string, unknown>;
      unchanged_values: Record<string, unknown>;
    };
    AuditLogs: {
      links: components['schemas']['Links'];
      audit_logs: components['schemas']['AuditLog'][];
    };
    BacktestedAnomaly: {
      provider: string;
      service: string;
      category: string | null;
      kind: string;
      amount: string;
      previous_amount: string;
      seven_day_average: string;
      expected_amount: string;
      expected_lower: string;
      expected_upper: string;
    };
    BankingInformation: {
      token: string;
      bank_name: string | null;
      beneficiary_name: string | null;
      tax_id: string | null;
      secure_data: components['schemas']['BankingInformationSecureData'];
    };
    BankingInformationSecureData: {
      account_number: string | null;
      routing_number: string | null;
      iban: string | null;
      swift_bic: string | null;
    };
    BearerToken: {
      description: string;
      created_at: string;
      scope: string[];
      id: number;
    };
    BillingInformation: {
      token: string;
      company_name: string | null;
      country_code: string | null;
      address_line_1: string | null;
      address_line_2: string | null;
      city: string | null;
      state: string | null;
      postal_code: string | null;
      billing_email: string[];
    };
    BillingProfile: {
      token: string;
      nickname: string;
      billing_information_attributes: components['schemas']['BillingInformation'];
      business_information_attributes: components['schemas']['BusinessInformation'];
      banking_information_attributes: components['schemas']['BankingInformation'];
      invoice_adjustment_attributes: components['schemas']['InvoiceAdjustment'];
      logo: string | null;
      managed_accounts_count: string;
      created_at: string;
      updated_at: string;
    };
    BillingProfiles: {
      links: components['schemas']['Links'];
      billing_profiles: components['schemas']['BillingProfile'][];
    };
    BillingRule: {
      token: string;
      title: string;
      type: string;
      start_date: string | null;
      end_date: string | null;
      apply_to_all: boolean;
      charge_type: string | null;
      percentage: string | null;
      adjusted_rate: string | null;
      service: string | null;
      category: string | null;
      sub_category: string | null;
      start_period: string | null;
      amount: string | null;
      sql_query: string | null;
      created_by_token: string;
      created_at: string;
    };
    BillingRulePreview: {
      managed_account_token: string;
      start_date: string;
      end_date: string;
      months: components['schemas']['BillingRulePreviewMonth'][];
      warnings: components['schemas']['BillingRulePreviewWarning'][];
    };
    BillingRulePreviewAmounts: {
      billed: string;
      effective: string;
    };
    BillingRulePreviewMonth: {
      month: string;
      currency: string;
      before: components['schemas']['BillingRulePreviewAmounts'];
      steps: components['schemas']['BillingRulePreviewStep'][];
      after: components['schemas']['BillingRulePreviewAmounts'];
    };
    BillingRulePreviewStep: {
      billing_rule_token: string;
      title: string;
      type: string;
      change: components['schemas']['BillingRulePreviewAmounts'];
      after: components['schemas']['BillingRulePreviewAmounts'];
    };
    BillingRulePreviewWarning: {
      billing_rule_token: string;
      code: 'column_not_stored' | 'division_by_zero';
      message: string;
    };
    BillingRules: {
      links: components['schemas']['Links'];
      billing_rules: components['schemas']['BillingRule'][];
    };
    Budget: {
      token: string;
      name: string;
      workspace_token: string;
      user_token: string | null;
      created_by_token: string | null;
      cost_report_token: string | null;
      created_at: string;
      budget_alert_tokens: string[];
      child_budget_tokens: string[];
      periods: components['schemas']['BudgetPeriod'][];
      performance: ({ date: string; actual: string; amount: string } | null)[];
    };
    BudgetAlert: {
      token: string;
      budget_tokens: string[];
      created_at: string;
      workspace_token: string | null;
      user_token: string | null;
      user_tokens: string[];
      team_tokens: string[];
      recipient_emails: string[];
      channel_tokens: string[];
      duration_in_days: number | null;
      threshold: number;
      period_to_track: string | null;
      integration_provider: string | null;
      recipient_channels: string[];
    };
    BudgetAlertBacktest: {
      start_date: string;
      end_date: string;
      days: components['schemas']['BudgetAlertBacktestDay'][];
    };
    BudgetAlertBacktestDay: {
      date: string;
      budget_token: string;
      spend: string;
      amount: string;
      percent_used: string | null;
    };
    BudgetAlertEvent: {
      budget_alert_token: string;
      budget_token: string;
      budget_name: string;
      month: string;
      date: string;
      threshold: number;
      spend: string;
      amount: string;
      percent_used: string | null;
      currency: string;
      delivered: boolean;
      messages: components['schemas']['BudgetAlertEventMessages'];
      created_at: string;
    };
    BudgetAlertEventMessages: {
      sent: number;
      waiting: number;
      failed: number;
    };
    BudgetAlertEvents: {
      links: components['schemas']['Links'];
      budget_alert_events: components['schemas']['BudgetAlertEvent'][];
    };
    BudgetAlerts: {
      links: components['schemas']['Links'];
      budget_alerts: components['schemas']['BudgetAlert'][];
    };
    BudgetMonth: {
      month: string;
      amount: string | null;
      spend: string | null;
      forecast: string | null;
      percent_used: string | null;
      state: 'over' | 'at_risk' | 'on_track' | null;
    };
    BudgetMonths: {
      currency: string;
      complete_through: string | null;
      unconverted_currencies: string[];
      month_to_date: components['schemas']['BudgetToDate'];
      year_to_date: components['schemas']['BudgetToDate'];
      total_to_date: components['schemas']['BudgetToDate'];
      months: components['schemas']['BudgetMonth'][];
    };
    BudgetPerformance: {
      date: string;
      actual: string;
      amount: string;
    };
    BudgetPeriod: {
      start_at: string;
      end_at: string;
      amount: string;
    };
    BudgetStatus: {
      budget_token: string;
      name: string;
      month: string;
      amount: string | null;
      spend: string | null;
      forecast: string | null;
      percent_used: string | null;
      state: 'over' | 'at_risk' | 'on_track' | null;
    };
    BudgetStatusList: {
      links: components['schemas']['Links'];
      currency: string;
      complete_through: string | null;
      unconverted_currencies: string[];
      budget_status: components['schemas']['BudgetStatus'][];
    };
    BudgetToDate: {
      amount: string;
      spend: string | null;
      percent_used: string | null;
    };
    Budgets: {
      links: components['schemas']['Links'];
      budgets: components['schemas']['Budget'][];
    };
    BusinessInformation: {
      token: string;
      metadata: components['schemas']['BusinessInformationMetadata'];
    };
    BusinessInformationCustomField: {
      name: string;
      value: string | null;
    };
    BusinessInformationMetadata: {
      custom_fields: components['schemas']['BusinessInformationCustomField'][];
    };
    BusinessMetric: {
      token: string;
      title: string;
      created_by_token: string | null;
      cost_report_tokens_with_metadata: components['schemas']['AttachedCostReportForBusinessMetric'][];
      import_type: 'datadog_metrics' | 'cloudwatch' | 'snowflake_metrics' | 'metronome_metrics' | 'csv' | null;
      integration_token: string | null;
      cloudwatch_fields?: components['schemas']['CloudwatchFields'];
      datadog_metric_fields?: components['schemas']['DatadogMetricFields'];
      snowflake_metric_fields?: components['schemas']['SnowflakeMetricFields'];
    };
    BusinessMetricLabel: {
      value: string;
    };
    BusinessMetricLabels: {
      links: components['schemas']['Links'];
      labels: components['schemas']['BusinessMetricLabel'][];
    };
    BusinessMetricValue: {
      date: string;
      amount: string;
      label?: string;
    };
    BusinessMetricValues: {
      values: components['schemas']['BusinessMetricValue'][];
      links: components['schemas']['Links'];
    };
    BusinessMetricValuesDeleteResponse: {
      deleted_count: number;
    };
    BusinessMetrics: {
      links: components['schemas']['Links'];
      business_metrics: components['schemas']['BusinessMetric'][];
    };
    Canvas: {
      token: string;
      title: string;
      prompt: string;
      data: components['schemas']['CanvasData'];
      workspace_token: string;
      created_at: string;
      updated_at: string;
    };
    CanvasData: {
      table: { columns: { key: string; label: string; type: 'string' | 'date' | 'decimal' }[]; rows: ((string | null)[])[] } | null;
      error: string | null;
    };
    CanvasTable: {
      columns: { key: string; label: string; type: 'string' | 'date' | 'decimal' }[];
      rows: ((string | null)[])[];
    };
    Canvases: {
      links: components['schemas']['Links'];
      canvases: components['schemas']['Canvas'][];
    };
    Channel: {
      token: string;
      name: string;
      kind: string;
      settings: components['schemas']['ChannelSettings'];
      secret_changed_at: string | null;
      workspace_token: string;
      created_at: string;
    };
    ChannelSettings: {
      url?: string;
      channel?: string;
      email?: string;
      project_key?: string;
      issue_type?: string;
      severity?: string;
    };
    Channels: {
      links: components['schemas']['Links'];
      channels: components['schemas']['Channel'][];
    };
    ChartSettings: {
      x_axis_dimension: string[];
      y_axis_dimension: 'cost' | 'usage' | 'count';
    };
    CloudwatchFields: {
      stat: 'Sum' | 'Average' | 'Minimum' | 'Maximum';
      region: string;
      namespace: string;
      metric_name: string;
      label_dimension: string | null;
      dimensions: { name: string; value: string }[];
    };
    CommitmentFigures: {
      billed_cost: string;
      covered_spend: string;
      unused_cost: string;
      on_demand_cost: string;
      spot_cost: string;
      discounts: string;
      discounted_spend: string;
      on_demand_equivalent: string;
      unpriced_cost: string;
      total_savings: string;
      coverage_percent: string | null;
      utilization_percent: string | null;
      effective_savings_rate_percent: string | null;
    };
    CommitmentGroup: {
      billed_cost: string;
      covered_spend: string;
      unused_cost: string;
      on_demand_cost: string;
      spot_cost: string;
      discounts: string;
      discounted_spend: string;
      on_demand_equivalent: string;
      unpriced_cost: string;
      total_savings: string;
      coverage_percent: string | null;
      utilization_percent: string | null;
      effective_savings_rate_percent: string | null;
      buckets: components['schemas']['CommitmentFigures'][];
      values: (string | null)[];
    };
    CommitmentOpportunities: {
      currency: string;
      unconverted_currencies: string[];
      start_date: string;
      end_date: string;
      opportunities: components['schemas']['CommitmentOpportunity'][];
    };
    CommitmentOpportunity: {
      type: string;
      title: string;
      provider: string;
      service: string;
      unit: 'units' | 'spend';
      group: string;
      discount_percent: string;
      on_demand_cost: string;
      hourly: boolean;
      best: components['schemas']['CommitmentPurchase'];
    };
    CommitmentPurchase: {
      commitment: string;
      hourly_cost: string;
      monthly_saving: string;
      coverage_percent: string | null;
      utilization_percent: string | null;
      break_even_utilization_percent: string;
      break_even_fall_percent: string | null;
      saving_if_usage_falls: string;
      regret_if_usage_falls: string;
    };
    CommitmentSeries: {
      billed_cost: string;
      covered_spend: string;
      unused_cost: string;
      on_demand_cost: string;
      spot_cost: string;
      discounts: string;
      discounted_spend: string;
      on_demand_equivalent: string;
      unpriced_cost: string;
      total_savings: string;
      coverage_percent: string | null;
      utilization_percent: string | null;
      effective_savings_rate_percent: string | null;
      buckets: components['schemas']['CommitmentFigures'][];
    };
    CommitmentSimulation: {
      currency: string;
      unconverted_currencies: string[];
      start_date: string;
      end_date: string;
      type: string;
      title: string;
      provider: string;
      service: string;
      unit: 'units' | 'spend';
      group: string;
      discount_percent: string;
      on_demand_cost: string;
      hourly: boolean;
      best: { commitment: string; hourly_cost: string; monthly_saving: string; coverage_percent: string | null; utilization_percent: string | null; break_even_utilization_percent: string; break_even_fall_percent: string | null; saving_if_usage_falls: string; regret_if_usage_falls: string } | null;
      chosen: { commitment: string; hourly_cost: string; monthly_saving: string; coverage_percent: string | null; utilization_percent: string | null; break_even_utilization_percent: string; break_even_fall_percent: string | null; saving_if_usage_falls: string; regret_if_usage_falls: string } | null;
      curve: components['schemas']['CommitmentPurchase'][];
    };
    CommitmentStatus: {
      commitment_type: string;
      service: string;
      account: string;
      type: string;
      amount: number | null;
      term: string | null;
      payment_type: string | null;
      region: string | null;
      purchase_date: string;
      expiration_date: string;
      commitment: string;
      status: string | null;
      created_at: string;
      workspace_token: string;
      commitment_id: string;
      provider: string;
      currency: string;
      days_left: number;
      utilization_percent: string | null;
      unused_cost: string;
    };
    CommitmentStatusList: {
      links: components['schemas']['Links'];
      start_date: string;
      end_date: string;
      commitment_status: components['schemas']['CommitmentStatus'][];
    };
    ComparedDays: {
      start_date: string;
      end_date: string;
      previous_start_date: string;
      previous_end_date: string;
      current_days: number;
      days: number;
      days_with_data: number;
    };
    ComparedPrice: {
      product_id: string;
      provider_id: string;
      service_id: string;
      name: string;
      region: string;
      platform: string | null;
      unit: string;
      currency: string;
      on_demand: string;
      on_demand_per_month: string | null;
      vcpu: number | null;
      memory: number | null;
      commitments: { lifecycle: string; amount: string; per_month: string | null; saving_percent: string | null; estimated: boolean }[];
      estimated: boolean;
      source: string;
      published_on: string;
    };
    ComparedPrices: {
      links: components['schemas']['Links'];
      total_count: number;
      prices: components['schemas']['ComparedPrice'][];
    };
    Cost: {
      accrued_at: string;
      amount: string;
      currency: string;
      usage?: components['schemas']['UsagePartial'];
      provider?: string | null;
      billing_account_id?: string | null;
      account_id?: string | null;
      service?: string | null;
      region?: string | null;
      resource_id?: string | null;
      resource_name?: string | null;
      tag?: string | null;
      tags?: string[] | null;
      cost_category?: string | null;
      cost_subcategory?: string | null;
      charge_type?: string | null;
      tagged?: boolean;
      segment?: string | null;
    };
    CostAlert: {
      token: string;
      title: string;
      email_recipients: string[];
      slack_channels: string[];
      teams_channels: string[];
      created_at: string;
      updated_at: string;
      workspace_token: string;
      interval: string;
      threshold: number;
      unit_type: string;
      minimum_threshold: number | null;
      report_tokens: string[];
    };
    CostAlertBacktest: {
      start_date: string;
      end_date: string;
      complete_through: string | null;
      event_count: number;
      days: components['schemas']['CostAlertBacktestDay'][];
    };
    CostAlertBacktestDay: {
      date: string;
      event_count: number;
      events: components['schemas']['CostAlertBacktestEvent'][];
    };
    CostAlertBacktestEvent: {
      report_token: string;
      description: string;
      metadata: components['schemas']['CostAlertChange'];
    };
    CostAlertChange: {
      change_in_cost: string;
      change_in_percentage: string | null;
      previous_cost: string;
      current_cost: string;
      groupings: string[];
      interval: string;
      interval_start: string;
      previous_interval_start: string;
    };
    CostAlertEvent: {
      token: string;
      created_at: string;
      triggered_at: string;
      description: string;
      alert_type: string;
      metadata: components['schemas']['CostAlertChange'];
      report_token: string;
      alert_token: string;
    };
    CostAlertEvents: {
      links: components['schemas']['Links'];
      cost_alert_events: components['schemas']['CostAlertEvent'][];
    };
    CostAlerts: {
      links: components['schemas']['Links'];
      cost_alerts: components['schemas']['CostAlert'][];
    };
    CostChange: {
      current: string;
      previous: string;
      amount: string;
      percent: string | null;
    };
    CostChangePeriod: {
      start_date: string;
      end_date: string;
      days: number;
      days_with_data: number;
      amount: string;
    };
    CostChanges: {
      links: components['schemas']['Links'];
      currency: string;
      complete_through: string | null;
      before: { start_date: string; end_date: string; days: number; days_with_data: number; amount: string } | null;
      after: { start_date: string; end_date: string; days: number; days_with_data: number; amount: string } | null;
      difference: string | null;
      percent: string | null;
      driver_count: number;
      drivers: components['schemas']['CostDriver'][];
      other: { driver_count: number; before: string; after: string; difference: string; percent: string | null } | null;
      one_time: { before: string; after: string; difference: string; percent: string | null; charges: components['schemas']['OneTimeCharge'][] } | null;
      unconverted_costs?: { before: components['schemas']['CostPartial'][]; after: components['schemas']['CostPartial'][] };
    };
    CostComparison: {
      start_date: string;
      end_date: string;
      previous_start_date: string;
      previous_end_date: string;
      current_days: number;
      days: number;
      days_with_data: number;
      bins: ({ start_date: string; end_date: string; amount: string } | null)[];
    };
    CostComparisonBin: {
      start_date: string;
      end_date: string;
      amount: string;
    };
    CostCount: {
      accrued_at: string;
      count: number;
    };
    CostDateBins: {
      date_bins: ('day' | 'week' | 'month' | 'quarter' | 'hour')[];
    };
    CostDriver: {
      group: Record<string, unknown>;
      resource_name?: string | null;
      kind: 'new' | 'gone' | 'changed';
      before: string;
      after: string;
      difference: string;
      percent: string | null;
      usage: { unit: string; before: string; after: string } | null;
      usage_effect: string | null;
      price_effect: string | null;
    };
    CostExplanation: {
      links: components['schemas']['Links'];
      cost: components['schemas']['Cost'];
      lines_amount: string;
      lines_count: number;
      filters: components['schemas']['ExplainedFilter'][];
      loads: components['schemas']['ExplainedLoad'][];
      exchange_rates: components['schemas']['ExplainedRate'][];
      lines: components['schemas']['CostLine'][];
    };
    CostLine: {
      line_id: string;
      load_id: number;
      source_file: string;
      source_row: number;
      part: number;
      line_kind: string;
      usage_date: string;
      charge_start: string;
      charge_end: string;
      provider: string;
      billing_account_id: string | null;
      account_id: string | null;
      service: string;
      region: string | null;
      resource_id: string | null;
      description: string | null;
      charge_type: string;
      usage: components['schemas']['UsagePartial'];
      tags: Record<string, unknown>;
      amount: string;
      currency: string;
      share: string;
      rate: string | null;
      counted_amount: string;
      branches: (string | null)[];
      segment: { segment_token: string; title: string; filter: string | null } | null;
    };
    CostPartial: {
      amount: string;
      currency: string;
    };
    CostPlan: {
      first_day: string;
      last_day: string;
      date_bin: string;
      amounts: 'billed' | 'amortized';
      currency: string;
      converted_currencies: string[];
      unconverted_currencies: string[];
      tables: { table: string; sums: 'lines' | 'months' | 'days' | 'arrays of days'; months: string | null }[];
      groupings: string[];
      excluded_charges: string[];
      virtual_tags: { key: string; splits: 'rows' | 'sums' | null }[];
      conditions: string[];
    };
    CostProvider: {
      name: string;
      key: string;
    };
    CostProviderAccount: {
      title: string;
      account_id: string;
      provider_uuid: string;
      provider: string;
    };
    CostProviderAccounts: {
      links: components['schemas']['Links'];
      cost_provider_accounts: components['schemas']['CostProviderAccount'][];
    };
    CostProviders: {
      links: components['schemas']['Links'];
      cost_providers: components['schemas']['CostProvider'][];
    };
    CostReport: {
      token: string;
      title: string;
      folder_token: string | null;
      saved_filter_tokens: string[];
      business_metric_tokens_with_metadata: components['schemas']['AttachedBusinessMetricForCostReport'][];
      default_forecast: components['schemas']['DefaultForecast'];
      filter: string | null;
      groupings: string | null;
      settings: { include_credits: boolean; include_refunds: boolean; include_discounts: boolean; include_tax: boolean; amortize: boolean; unallocated: boolean; aggregate_by: 'cost' | 'usage' | 'count'; show_previous_period: boolean; complete_period: boolean };
      created_at: string;
      workspace_token: string;
      previous_period_start_date: string | null;
      previous_period_end_date: string | null;
      start_date: string;
      end_date: string;
      date_interval: string;
      chart_type: string;
      date_bin: string;
      chart_settings: components['schemas']['ChartSettings'];
    };
    CostReportComment: {
      token: string;
      cost_report_token: string;
      text: string;
      author_token: string;
      author_name: string | null;
      created_at: string;
      updated_at: string;
    };
    CostReportComments: {
      links: components['schemas']['Links'];
      comment_count: number;
      comments: components['schemas']['CostReportComment'][];
    };
    CostReportUrl: {
      cost_report_url: string;
    };
    CostReports: {
      links: components['schemas']['Links'];
      cost_reports: components['schemas']['CostReport'][];
    };
    CostSeries: {
      links: components['schemas']['Links'];
      currency: string;
      date_bin: 'day' | 'week' | 'month' | 'quarter' | 'hour';
      start_date: string;
      end_date: string;
      complete_through: string | null;
      bins: string[];
      total: components['schemas']['CostSeriesTotal'];
      group_count: number;
      matching: components['schemas']['CostSeriesMatching'];
      order_by: 'cost' | 'change' | 'change_percent' | 'name';
      groups: components['schemas']['CostSeriesGroup'][];
      other: components['schemas']['CostSeriesOther'];
      comparison: { start_date: string; end_date: string; previous_start_date: string; previous_end_date: string; current_days: number; days: number; days_with_data: number; bins: ({ start_date: string; end_date: string; amount: string } | null)[] } | null;
      unconverted_costs?: components['schemas']['CostPartial'][];
    };
    CostSeriesGroup: {
      group: Record<string, unknown>;
      resource_name?: string | null;
      amount: string;
      amounts: string[];
      change: { current: string; previous: string; amount: string; percent: string | null } | null;
    };
    CostSeriesMatching: {
      group_count: number;
      amount: string;
    };
    CostSeriesOther: {
      group_count: number;
      amount: string;
      amounts: string[];
      change: { current: string; previous: string; amount: string; percent: string | null } | null;
    };
    CostSeriesTotal: {
      amount: string;
      amounts: string[];
      change: { current: string; previous: string; amount: string; percent: string | null } | null;
    };
    CostService: {
      name: string;
      provider: string;
    };
    CostServices: {
      links: components['schemas']['Links'];
      cost_services: components['schemas']['CostService'][];
    };
    Costs: {
      links: components['schemas']['Links'];
      total_cost: components['schemas']['CostPartial'];
      total_usage?: components['schemas']['UsagePartial'][];
      total_count?: number;
      counts?: components['schemas']['CostCount'][];
      costs: components['schemas']['Cost'][];
      unconverted_costs?: components['schemas']['CostPartial'][];
    };
    Dashboard: {
      token: string;
      title: string;
      widgets: components['schemas']['DashboardWidget'][];
      saved_filter_tokens: string[];
      date_bin: 'cumulative' | 'day' | 'week' | 'month' | null;
      date_interval: 'custom' | 'this_month' | 'last_7_days' | 'last_30_days' | 'last_month' | 'last_3_months' | 'last_6_months' | 'last_12_months' | 'last_24_months' | 'last_36_months' | 'next_month' | 'next_3_months' | 'next_6_months' | 'next_12_months' | 'year_to_date' | 'last_3_days' | 'last_14_days' | null;
      start_date: string | null;
      end_date: string | null;
      created_at: string;
      updated_at: string;
      workspace_token: string;
    };
    DashboardLayout: {
      dashboard_token: string;
      columns: number;
      version: string;
      items: components['schemas']['DashboardLayoutItem'][];
    };
    DashboardLayoutItem: {
      kind: 'chart' | 'table' | 'kpi' | 'segments' | 'unit_cost' | 'budgets' | 'text';
      title: string;
      widgetable_token: string | null;
      text: string | null;
      follows_dates: boolean;
      x: number;
      y: number;
      width: number;
      height: number;
    };
    DashboardWidget: {
      widgetable_token: string;
      title: string;
      settings: components['schemas']['DashboardWidgetSettings'];
    };
    DashboardWidgetSettings: {
      display_type: 'table' | 'chart';
    };
    Dashboards: {
      links: components['schemas']['Links'];
      dashboards: components['schemas']['Dashboard'][];
    };
    DataExport: {
      token: string;
      status: string;
      created_at: string;
      export_type: string;
      manifest: components['schemas']['DataExportManifest'];
      attributes: Record<string, unknown>;
    };
    DataExportManifest: {
      files: string[];
      completed_at: string | null;
      valid_until: string | null;
    };
    DataFile: {
      name: string;
      format: string;
      title: string;
      report: { rows_read: number; rows_stored: number; warnings: string[] };
    };
    DataFiles: {
      data_files: components['schemas']['DataFile'][];
    };
    DatadogMetricFields: {
      query: string;
    };
    DefaultForecast: {
      kind: 'baseline' | 'report_forecast';
      report_forecast_token?: string;
    };
    Deliveries: {
      links: components['schemas']['Links'];
      deliveries: components['schemas']['Delivery'][];
    };
    Delivery: {
      token: string;
      rule_token: string;
      kind: string;
      recipient: string;
      state: string;
      attempts: number;
      type: string;
      title: string;
      summary: string;
      error: string | null;
      next_attempt_at: string | null;
      created_at: string;
      finished_at: string | null;
    };
    DownloadInvoice: {
      download_url: string;
    };
    Errors: {
      links?: components['schemas']['Links'];
      errors: string[];
    };
    ExchangeRates: {
      links: components['schemas']['Links'];
      exchange_rates: components['schemas']['exchange_rate'][];
      meta: { current_page: number; next_page: number | null; prev_page: number | null; total_pages: number; total_count: number };
    };
    ExplainedFilter: {
      text: string;
      branches: string[];
    };
    ExplainedLoad: {
      load_id: number;
      integration_token: string;
      format: string;
      partition: string;
      imported_at: string | null;
      lines_count: number;
    };
    ExplainedRate: {
      base_currency_code: string;
      currency_code: string;
      date: string;
      rate: string;
    };
    ExplainedSegment: {
      segment_token: string;
      title: string;
      filter: string | null;
    };
    Favourite: {
      object_token: string;
      kind: string;
      title: string;
    };
    FinancialCommitment: {
      commitment_type: string;
      service: string;
      account: string;
      type: string;
      amount: number | null;
      term: string | null;
      payment_type: string | null;
      region: string | null;
      purchase_date: string;
      expiration_date: string;
      commitment: string;
      status: string | null;
      created_at: string;
      workspace_token: string;
    };
    FinancialCommitmentFigures: {
      links: components['schemas']['Links'];
      currency: string;
      unconverted_currencies: string[];
      complete_through: string | null;
      start_date: string;
      end_date: string;
      date_bucket: 'day' | 'week' | 'month' | 'quarter' | 'hour';
      buckets: string[];
      groupings: string[];
      group_count: number;
      total: components['schemas']['CommitmentSeries'];
      groups: components['schemas']['CommitmentGroup'][];
    };
    FinancialCommitmentReport: {
      token: string;
      title: string;
      default: boolean;
      created_at: string;
      workspace_token: string;
      user_token: string | null;
      start_date: string | null;
      end_date: string | null;
      date_interval: string | null;
      date_bucket: string;
      groupings: string | null;
      on_demand_costs_scope: string;
      filter: string | null;
    };
    FinancialCommitmentReports: {
      links: components['schemas']['Links'];
      financial_commitment_reports: components['schemas']['FinancialCommitmentReport'][];
    };
    FinancialCommitments: {
      links: components['schemas']['Links'];
      financial_commitments: components['schemas']['FinancialCommitment'][];
    };
    Folder: {
      token: string;
      title: string;
      type: string;
      parent_folder_token: string | null;
      saved_filter_tokens: string[];
      workspace_token: string;
      created_at: string;
      updated_at: string;
    };
    Folders: {
      links: components['schemas']['Links'];
      folders: components['schemas']['Folder'][];
    };
    ForecastBacktest: {
      provider: string;
      service: string;
      method: string | null;
      forecast: components['schemas']['ForecastScore'];
      seasonal_naive: components['schemas']['ForecastScore'];
    };
    ForecastBacktests: {
      links: components['schemas']['Links'];
      computed_at: string | null;
      forecast_backtest: components['schemas']['ForecastBacktest'][];
    };
    ForecastScore: {
      wape: string | null;
      mase: string | null;
      coverage: string | null;
    };
    ForecastedCost: {
      date: string;
      amount: string;
      provider: string;
      service: string;
      lower_amount: string | null;
      upper_amount: string | null;
    };
    ForecastedCosts: {
      links: components['schemas']['Links'];
      forecasted_costs: components['schemas']['ForecastedCost'][];
      currency: string;
    };
    Integration: {
      token: string;
      provider: string;
      account_identifier: string | null;
      status: 'connected' | 'error' | 'pending' | 'importing' | 'imported' | 'disconnected';
      last_updated: string | null;
      workspace_tokens: string[];
      managed_account_tokens: string[];
      managed_accounts: { token: string; name: string }[];
      created_at: string;
    };
    Integrations: {
      links: components['schemas']['Links'];
      integrations: components['schemas']['Integration'][];
    };
    Invoice: {
      token: string;
      invoice_number: string;
      total: string | null;
      currency: string | null;
      billing_period_start: string;
      billing_period_end: string;
      status: string;
      failure_reason: string | null;
      issue_date: string | null;
      due_date: string | null;
      created_at: string;
      updated_at: string;
      account_token: string;
      account_name: string;
      msp_account_token: string;
    };
    InvoiceAdjustment: {
      token: string;
      adjustment_items: components['schemas']['AdjustmentItem'][];
    };
    InvoiceDocument: {
      invoice_token: string;
      invoice_number: string;
      account_name: string;
      billing_period_start: string;
      billing_period_end: string;
      issue_date: string;
      due_date: string;
      currency: string;
      seller: components['schemas']['InvoiceSeller'];
      logo: string | null;
      buyer: components['schemas']['InvoiceParty'];
      lines: components['schemas']['InvoiceLine'][];
      subtotal: string;
      adjustments: components['schemas']['InvoiceDocumentAdjustment'][];
      total: string;
    };
    InvoiceDocumentAdjustment: {
      name: string;
      adjustment_type: 'charge' | 'credit' | 'discount';
      calculation_type: 'fixed' | 'percentage';
      amount: string;
      value: string;
    };
    InvoiceLine: {
      provider: string;
      provider_name: string;
      service: string;
      charge_type: string;
      charge_type_label: string;
      amount: string;
    };
    InvoiceLineCost: {
      usage_date: string;
      account_id: string | null;
      resource_id: string | null;
      region: string | null;
      description: string | null;
      source_file: string;
      source_row: string;
      amount: string;
      currency: string;
      billing_rule_tokens: string[];
    };
    InvoiceLineRule: {
      token: string;
      title: string;
      description: string;
      lines_count: number;
    };
    InvoiceLineTrace: {
      lines_count: number;
      unchanged_lines_count: number;
      billing_rules: components['schemas']['InvoiceLineRule'][];
      costs: components['schemas']['InvoiceLineCost'][];
    };
    InvoiceParty: {
      company_name: string | null;
      address_line_1: string | null;
      address_line_2: string | null;
      city: string | null;
      state: string | null;
      postal_code: string | null;
      country_code: string | null;
      billing_email: string[];
      custom_fields: { name: string; value: string | null }[];
    };
    InvoiceSeller: {
      company_name: string | null;
      address_line_1: string | null;
      address_line_2: string | null;
      city: string | null;
      state: string | null;
      postal_code: string | null;
      country_code: string | null;
      billing_email: string[];
      custom_fields: { name: string; value: string | null }[];
      bank_name: string | null;
      beneficiary_name: string | null;
      tax_id: string | null;
    };
    Invoices: {
      links: components['schemas']['Links'];
      invoices: components['schemas']['Invoice'][];
    };
    KubernetesEfficiency: {
      start_date: string;
      end_date: string;
      date_bin: string;
      groupings: string[];
      filter: string | null;
      currency: string;
      as_of: string | null;
      hidden_nodes: boolean;
      total: components['schemas']['KubernetesEfficiencyTotal'][];
      figures: components['schemas']['KubernetesEfficiencyFigure'][];
      figure_count: number;
    };
    KubernetesEfficiencyFigure: {
      date: string;
      groups: (string | null)[];
      currency: string;
      idle_cost: string;
      amount: string;
      cost_efficiency: string | null;
    };
    KubernetesEfficiencyReport: {
      token: string;
      title: string;
      default: boolean;
      created_at: string;
      workspace_token: string;
      user_token: string | null;
      start_date: string | null;
      end_date: string | null;
      date_interval: string | null;
      date_bucket: string;
      aggregated_by: string;
      groupings: string | null;
      filter: string | null;
    };
    KubernetesEfficiencyReports: {
      links: components['schemas']['Links'];
      kubernetes_efficiency_reports: components['schemas']['KubernetesEfficiencyReport'][];
    };
    KubernetesEfficiencyTotal: {
      currency: string;
      idle_cost: string;
      amount: string;
      cost_efficiency: string | null;
    };
    LabelUnitCost: {
      date: string;
      unit_cost_amount: string;
      business_metric_amount: string;
    };
    LabelUnitCosts: {
      business_metric_token: string;
      business_metric_title: string;
      calculation_type: 'unit_cost' | 'gross_margin' | 'usage_unit_cost' | 'raw_business_metric';
      scale: number;
      costs_of: 'group' | 'report';
      label_count: number;
      labels: { label: string; unit_costs: components['schemas']['LabelUnitCost'][] }[];
    };
    Links: {
      self: string | null;
      first: string | null;
      next: string | null;
      last: string | null;
      prev: string | null;
    };
    LogInMethods: {
      user_token: string;
      is_active: boolean;
      has_password: boolean;
      has_identity: boolean;
      has_second_factor: boolean;
    };
    ManagedAccount: {
      token: string;
      name: string;
      contact_email: string;
      parent_account_token: string;
      access_credential_tokens: string[];
      billing_rule_tokens: string[];
      email_domain: string | null;
      msp_billing_profile_token: string | null;
      payment_terms_days: number | null;
      include_managed_account_integrations: boolean | null;
      billing_information_attributes: components['schemas']['BillingInformation'];
      business_information_attributes: components['schemas']['BusinessInformation'];
      sso_connection: { type: string; saml_metadata_url: string | null; domains: string[] } | null;
    };
    ManagedAccountAccess: {
      account_token: string;
      name: string;
      secret: string;
      scopes: string[];
      expires_at: string;
    };
    ManagedAccountInvitation: {
      email: string;
      link: string;
    };
    ManagedAccounts: {
      links: components['schemas']['Links'];
      managed_accounts: components['schemas']['ManagedAccount'][];
    };
    Me: {
      default_workspace_token: string | null;
      default_dashboard_token: string | null;
      workspaces: components['schemas']['Workspace'][];
      bearer_token: components['schemas']['BearerToken'];
    };
    Mute: {
      token: string;
      object_token: string;
      starts_at: string;
      ends_at: string;
      workspace_token: string;
      created_by_token: string | null;
      created_at: string;
    };
    Mutes: {
      links: components['schemas']['Links'];
      mutes: components['schemas']['Mute'][];
    };
    NamedObject: {
      token: string;
      kind: string;
      title: string;
    };
    NetworkFlowCoverage: {
      file_count: number;
      first_date: string | null;
      last_date: string | null;
      retention_days: number;
    };
    NetworkFlowGroup: {
      value: string | null;
      label: string | null;
      provider_resource_token: string | null;
    };
    NetworkFlowLog: {
      groupings: { account_id?: components['schemas']['NetworkFlowGroup']; az_id?: components['schemas']['NetworkFlowGroup']; dstaddr?: components['schemas']['NetworkFlowGroup']; dsthostname?: components['schemas']['NetworkFlowGroup']; flow_direction?: components['schemas']['NetworkFlowGroup']; interface_id?: components['schemas']['NetworkFlowGroup']; instance_id?: components['schemas']['NetworkFlowGroup']; peer_resource_uuid?: components['schemas']['NetworkFlowGroup']; peer_account_id?: components['schemas']['NetworkFlowGroup']; peer_vpc_id?: components['schemas']['NetworkFlowGroup']; peer_region?: components['schemas']['NetworkFlowGroup']; peer_az_id?: components['schemas']['NetworkFlowGroup']; peer_subnet_id?: components['schemas']['NetworkFlowGroup']; peer_interface_id?: components['schemas']['NetworkFlowGroup']; peer_instance_id?: components['schemas']['NetworkFlowGroup']; region?: components['schemas']['NetworkFlowGroup']; resource_uuid?: components['schemas']['NetworkFlowGroup']; srcaddr?: components['schemas']['NetworkFlowGroup']; srchostname?: components['schemas']['NetworkFlowGroup']; subnet_id?: components['schemas']['NetworkFlowGroup']; traffic_category?: components['schemas']['NetworkFlowGroup']; traffic_path?: components['schemas']['NetworkFlowGroup']; vpc_id?: components['schemas']['NetworkFlowGroup'] };
      bytes: number;
      estimated_cost: string;
      currency: string;
      sampled_bytes: number | null;
      sampled_estimated_cost: string | null;
    };
    NetworkFlowLogs: {
      links: components['schemas']['Links'];
      flow_weight: string;
      sampling: { sampled: boolean; max_sampling_rate_percent: number | null };
      network_flow_logs: components['schemas']['NetworkFlowLog'][];
    };
    NetworkFlowReport: {
      token: string;
      title: string;
      default: boolean;
      created_at: string;
      workspace_token: string;
      created_by_token: string | null;
      start_date: string | null;
      end_date: string | null;
      date_interval: string | null;
      groupings: string | null;
      flow_direction: string | null;
      flow_weight: string;
      filter: string | null;
    };
    NetworkFlowReports: {
      links: components['schemas']['Links'];
      network_flow_reports: components['schemas']['NetworkFlowReport'][];
    };
    OneTimeCharge: {
      charge_type: string;
      kind: 'new' | 'gone' | 'changed';
      before: string;
      after: string;
      difference: string;
      percent: string | null;
    };
    PendingSession: {
      ticket: string;
      methods: ('totp' | 'passkey' | 'recovery_code')[];
      requires_enrolment: boolean;
    };
    Price: {
      id: string;
      unit: string;
      region: string;
      rate_type: string;
      currency: string;
      amount: number;
      details: Record<string, unknown>;
    };
    PriceOffer: {
      offer: string;
      region: string;
      provider_id: string;
      service_id: string;
      source: string;
      published_on: string;
    };
    PriceOffers: {
      price_offers: components['schemas']['PriceOffer'][];
    };
    Prices: {
      links: components['schemas']['Links'];
      prices: components['schemas']['Price'][];
    };
    Product: {
      id: string;
      category: string;
      name: string;
      service_id: string;
      provider_id: string;
      details: Record<string, unknown>;
    };
    Products: {
      links: components['schemas']['Links'];
      products: components['schemas']['Product'][];
    };
    Recommendation: {
      token: string;
      type: string;
      category: string;
      workspace_token: string;
      provider: string;
      provider_account_id: string | null;
      description: string;
      documentation_url: string | null;
      potential_savings: string | null;
      service: string;
      created_at: string;
      resources_affected_count: number;
      currency_code: string | null;
      currency_symbol: string | null;
      status: 'active' | 'archived' | 'resolved';
      dismissed_reason: string | null;
      dismissed_until: string | null;
      resolved_at: string | null;
    };
    RecommendationAction: {
      action: string;
      description: string;
      potential_savings: string;
      instance_type: string | null;
      containers: string | null;
      remediation_cli_command: string | null;
      terraform: string | null;
    };
    RecommendationProviderResource: {
      token: string;
      uuid: string;
      type: string;
      label: string | null;
      metadata: Record<string, unknown> | null;
      account_id: string | null;
      billing_account_id: string | null;
      provider: string;
      region: string | null;
      costs?: { category: string; amount: number }[];
      created_at: string;
      tags: Record<string, unknown>;
      resource_id: string;
      recommendation_actions: components['schemas']['RecommendationAction'][];
      evidence: { label: string; value: string }[];
      dismissed_at: string | null;
      dismissed_until: string | null;
      dismissed_reason: string | null;
    };
    RecommendationProviderResources: {
      links: components['schemas']['Links'];
      resources: components['schemas']['RecommendationProviderResource'][];
    };
    RecommendationSavings: {
      currency_code: string;
      available: string;
      realised: string;
      dismissed: string;
      being_measured: number;
      by_category: components['schemas']['SavingsGroup'][];
      by_provider: components['schemas']['SavingsGroup'][];
      by_account: components['schemas']['SavingsGroup'][];
      by_tag: components['schemas']['SavingsGroup'][];
    };
    RecommendationType: {
      type: string;
      category: string;
      service: string;
      provider: string;
      description: string;
      resource_types: string[];
      minimum_savings: string;
      needed_data: { data: 'billing' | 'inventory' | 'prices' | 'utilisation'; description: string; fields: string[] }[];
      missing_data: { data: 'billing' | 'inventory' | 'prices' | 'utilisation'; description: string; fields: string[] }[];
    };
    RecommendationTypes: {
      recommendation_types: components['schemas']['RecommendationType'][];
    };
    RecommendationView: {
      token: string;
      title: string;
      workspace_token: string;
      start_date: string | null;
      end_date: string | null;
      provider_ids: string[];
      billing_account_ids: string[];
      account_ids: string[];
      regions: string[];
      types: string[];
      tag_key: string | null;
      tag_value: string | null;
      min_savings: number | null;
      created_at: string;
      created_by: string | null;
    };
    RecommendationViews: {
      links: components['schemas']['Links'];
      recommendation_views: components['schemas']['RecommendationView'][];
    };
    Recommendations: {
      links: components['schemas']['Links'];
      recommendations: components['schemas']['Recommendation'][];
    };
    ReconciledMonth: {
      integration_token: string;
      month: string;
      currency: string;
      rows: number;
      rejected_rows: number;
      lines: number;
      source_total: string;
      stored_total: string;
      difference: string;
    };
    Reconciliation: {
      links: components['schemas']['Links'];
      reconciliation: components['schemas']['ReconciledMonth'][];
    };
    ReportForecast: {
      token: string;
      title: string;
      cost_report_token: string;
      scenario_model_tokens: string[];
      business_metric_token: string | null;
      is_default: boolean;
      created_by_token: string | null;
      created_at: string;
      updated_at: string;
    };
    ReportForecasts: {
      links: components['schemas']['Links'];
      report_forecasts: components['schemas']['ReportForecast'][];
    };
    ReportNotification: {
      token: string;
      title: string;
      cost_report_token: string;
      user_tokens: string[];
      team_tokens: string[];
      recipient_emails: string[];
      channel_tokens: string[];
      recipient_channels: string[];
      frequency: 'daily' | 'weekly' | 'monthly';
      change: 'percentage' | 'dollars';
    };
    ReportNotifications: {
      links: components['schemas']['Links'];
      report_notifications: components['schemas']['ReportNotification'][];
    };
    Resource: {
      token: string;
      uuid: string;
      type: string;
      label: string | null;
      metadata: Record<string, unknown> | null;
      account_id: string | null;
      billing_account_id: string | null;
      provider: string;
      region: string | null;
      costs?: components['schemas']['ResourceCost'][];
      created_at: string;
      tags: Record<string, unknown>;
      summary?: components['schemas']['ResourceSummary'];
    };
    ResourceCost: {
      category: string;
      amount: number;
    };
    ResourceNeighbour: {
      relation: 'attached' | 'traffic' | 'subnet' | 'vpc' | 'resource_group';
      bytes: number | null;
      resource: components['schemas']['Resource'];
    };
    ResourceNeighbours: {
      totals: { relation: 'attached' | 'traffic' | 'subnet' | 'vpc' | 'resource_group'; total: number }[];
      traffic: { start_date: string; end_date: string; sampled: boolean } | null;
      neighbours: components['schemas']['ResourceNeighbour'][];
    };
    ResourceReport: {
      token: string;
      title: string;
      filter: string | null;
      created_at: string;
      workspace_token: string;
      user_token: string | null;
      created_by_token: string | null;
      folder_token: string | null;
      columns: string[];
    };
    ResourceReportColumns: {
      columns: string[];
    };
    ResourceReports: {
      links: components['schemas']['Links'];
      resource_reports: components['schemas']['ResourceReport'][];
    };
    ResourceSummary: {
      currency: string;
      cost: string;
      unconverted_costs: { currency: string; amount: string }[];
      start_date: string | null;
      end_date: string | null;
      billed_id: string | null;
      billed_services: string[];
      state: string | null;
      state_since: string | null;
      utilization: Record<string, unknown>;
      virtual_tags: Record<string, unknown>;
      recommendations: number;
      recommendation_savings: string;
    };
    Resources: {
      links: components['schemas']['Links'];
      resources: components['schemas']['Resource'][];
    };
    SavedFilter: {
      token: string;
      title: string;
      filter: string | null;
      cost_report_tokens: string[];
      workspace_token: string;
      created_by: string | null;
      created_at: string;
    };
    SavedFilters: {
      links: components['schemas']['Links'];
      saved_filters: components['schemas']['SavedFilter'][];
    };
    SavingsGroup: {
      value: string | null;
      available: string;
      realised: string;
      findings: number;
    };
    ScenarioModel: {
      token: string;
      title: string;
      priority: number | null;
      workspace_token: string | null;
      provider: string | null;
      service: string | null;
      periods: components['schemas']['ScenarioModelPeriod'][];
      created_by_token: string | null;
      created_at: string;
      updated_at: string;
    };
    ScenarioModelPeriod: {
      start_at: string;
      end_at: string | null;
      amount: string;
      amount_type: 'dollar' | 'percent';
    };
    ScenarioModels: {
      links: components['schemas']['Links'];
      scenario_models: components['schemas']['ScenarioModel'][];
    };
    ScimToken: {
      token: string;
      description: string;
      created_at: string;
      last_used_at: string | null;
    };
    SecondFactor: {
      token: string;
      kind: 'totp' | 'passkey';
      name: string;
      created_at: string;
      last_used_at: string | null;
    };
    Segment: {
      token: string;
      title: string;
      parent_segment_token: string | null;
      description: string;
      track_unallocated: boolean;
      report_settings?: { include_credits?: boolean; include_refunds?: boolean; include_discounts?: boolean; include_tax?: boolean; amortize?: boolean };
      priority: number;
      filter: string | null;
      created_at: string;
      workspace_token: string;
      report_token: string | null;
    };
    SegmentCost: {
      segment_token: string;
      amount: string;
      children_amount: string;
      unallocated_amount: string;
      change: { current: string; previous: string; amount: string; percent: string | null } | null;
    };
    SegmentCosts: {
      currency: string;
      start_date: string;
      end_date: string;
      complete_through: string | null;
      comparison: { start_date: string; end_date: string; previous_start_date: string; previous_end_date: string; current_days: number; days: number; days_with_data: number } | null;
      segments: components['schemas']['SegmentCost'][];
      unconverted_currencies: string[];
    };
    Segments: {
      links: components['schemas']['Links'];
      segments: components['schemas']['Segment'][];
    };
    SendInvoice: {
      recipients: string[];
    };
    ServiceProvider: {
      redirect_uri: string;
      entity_id: string;
      acs_url: string;
      metadata_url: string;
      scim_url: string;
      connection_token: string | null;
    };
    SnowflakeMetricFields: {
      sql_query: string;
    };
    SsoConnection: {
      token: string;
      type: string;
      issuer: string | null;
      client_id: string | null;
      secret_changed_at: string | null;
      saml_metadata_url: string | null;
      saml_entity_id: string | null;
      groups_claim: string;
      domains: string[];
      default_role: string;
      enforced: boolean;
      break_glass_user_token: string | null;
      assigns_teams: boolean;
      group_mappings: components['schemas']['SsoGroupMapping'][];
      last_test: { tested_at: string; succeeded: boolean; error: string | null; subject: string | null; email: string | null; name: string | null; groups: string[]; role: string | null; team_tokens: string[] } | null;
      created_at: string;
    };
    SsoConnectionSummary: {
      type: string;
      saml_metadata_url: string | null;
      domains: string[];
    };
    SsoGroupMapping: {
      group: string;
      team_token?: string | null;
      role?: 'viewer' | 'editor' | 'integration_owner' | 'owner' | null;
    };
    SsoTest: {
      location: string;
    };
    SsoTestLogIn: {
      tested_at: string;
      succeeded: boolean;
      error: string | null;
      subject: string | null;
      email: string | null;
      name: string | null;
      groups: string[];
      role: string | null;
      team_tokens: string[];
    };
    Tag: {
      tag_key: string;
      hidden: boolean;
      preferred: boolean;
      providers: string[];
    };
    TagCost: {
      tag_key: string;
      is_virtual: boolean;
      hidden: boolean;
      preferred: boolean;
      amount: string;
      percent: string | null;
      value_count: number | null;
      providers: string[];
    };
    TagCosts: {
      links: components['schemas']['Links'];
      currency: string;
      start_date: string;
      end_date: string;
      complete_through: string | null;
      total: string;
      tagged: { amount: string; percent: string | null };
      key_count: number;
      tags: components['schemas']['TagCost'][];
      unconverted_currencies: string[];
    };
    TagValue: {
      tag_value: string;
      providers: string[];
    };
    TagValues: {
      links: components['schemas']['Links'];
      tag_values: components['schemas']['TagValue'][];
    };
    Tags: {
      links?: components['schemas']['Links'];
      tags: components['schemas']['Tag'][];
    };
    Team: {
      token: string;
      name: string;
      description: string | null;
      workspace_tokens: string[];
      user_emails: string[];
      user_tokens: string[];
      default_dashboard_token: string | null;
    };
    TeamMember: {
      name: string;
      email: string;
      user_email: string;
      user_token: string;
      role: string;
    };
    TeamMembers: {
      links: components['schemas']['Links'];
      members: components['schemas']['TeamMember'][];
    };
    Teams: {
      links: components['schemas']['Links'];
      teams: components['schemas']['Team'][];
    };
    UnitCost: {
      business_metric_token: string;
      business_metric_title: string;
      calculation_type: 'unit_cost' | 'gross_margin' | 'usage_unit_cost' | 'raw_business_metric' | null;
      unit_cost_amount: string;
      business_metric_amount: string;
      scale: number;
      date: string;
    };
    UnitCosts: {
      links: components['schemas']['Links'];
      unit_costs: components['schemas']['UnitCost'][];
    };
    UsagePartial: {
      amount: string;
      unit: string;
    };
    User: {
      token: string;
      name: string | null;
      email: string;
      role: string;
      default_dashboard_token: string | null;
      last_seen_at: string | null;
    };
    UserCostsUpload: {
      token: string;
      filename: string;
      amount: string;
      start_date: string;
      end_date: string;
      import_status: string;
      created_by_token: string;
      created_at: string;
    };
    UserCostsUploads: {
      links: components['schemas']['Links'];
      user_costs_uploads: components['schemas']['UserCostsUpload'][];
    };
    UserFeedback: {
      token: string;
      message: string;
      created_by_token: string | null;
      created_at: string;
    };
    Users: {
      links: components['schemas']['Links'];
      users: components['schemas']['User'][];
    };
    VirtualTagConfig: {
      token: string;
      created_by_token: string | null;
      key: string;
      hidden: boolean;
      preferred: boolean;
      overridable: boolean;
      backfill_until: string;
      collapsed_tag_keys: components['schemas']['VirtualTagConfigCollapsedTagKey'][];
      values: components['schemas']['VirtualTagConfigValue'][];
    };
    VirtualTagConfigCollapsedTagKey: {
      key: string;
      providers: string[];
      filter: string | null;
    };
    VirtualTagConfigProviderStatus: {
      provider: string;
      status: string;
    };
    VirtualTagConfigStatus: {
      token: string;
      processing: boolean;
      providers: components['schemas']['VirtualTagConfigProviderStatus'][];
    };
    VirtualTagConfigValue: {
      token: string;
      filter: string | null;
      name?: string;
      business_metric_token?: string;
      label_key?: string;
      label_values: string[];
      cost_metric?: components['schemas']['VirtualTagConfigValueCostMetric'];
      display_name?: string;
      percentages_display_name?: string;
      label_transforms: components['schemas']['VirtualTagConfigValueLabelTransform'][];
      percentages: components['schemas']['VirtualTagConfigValuePercentage'][];
      date_ranges: components['schemas']['VirtualTagConfigValueDateRange'][];
    };
    VirtualTagConfigValueCostMetric: {
      filter: string | null;
      aggregation: components['schemas']['VirtualTagConfigValueCostMetricAggregation'];
    };
    VirtualTagConfigValueCostMetricAggregation: {
      tag: string | null;
    };
    VirtualTagConfigValueDateRange: {
      start_date: string | null;
      end_date: string | null;
    };
    VirtualTagConfigValueLabelTransform: {
      type: 'split' | 'format';
      delimiter?: string;
      index?: number;
      template?: string;
    };
    VirtualTagConfigValuePercentage: {
      value: string;
      pct: number;
    };
    VirtualTagConfigs: {
      links: components['schemas']['Links'];
      virtual_tag_configs: components['schemas']['VirtualTagConfig'][];
    };
    VirtualTagPreview: {
      currency: string;
      values: { value: string; amount: string; previous_amount: string; lines: { usage_date: string; provider: string; service: string; account_id: string | null; resource_id: string | null; description: string | null; amount: string; currency: string }[] }[];
      unallocated: { amount: string; previous_amount: string };
      moves: { from: string | null; to: string | null; amount: string }[];
    };
    Workspace: {
      token: string;
      name: string;
      created_at: string;
      enable_currency_conversion: boolean;
      currency: string;
      exchange_rate_date: string;
    };
    Workspaces: {
      links: components['schemas']['Links'];
      workspaces: components['schemas']['Workspace'][];
    };
    addTeamMember: {
      user_email: string;
      role?: 'owner' | 'editor' | 'viewer' | 'integration_owner';
    };
    backtestAnomalyNotification: {
      cost_report_token: string;
      threshold?: number;
      days?: number;
    };
    backtestBudgetAlert: {
      budget_tokens: string[];
      threshold: number;
      duration_in_days: string | null;
      period_to_track?: 'start_of_the_month' | 'end_of_the_month';
      start_date?: string;
      end_date?: string;
    };
    backtestCostAlert: {
      interval: 'day' | 'week' | 'month' | 'quarter';
      threshold: number;
      unit_type: 'currency' | 'percentage';
      report_tokens: string[];
      minimum_threshold?: number | null;
      workspace_token: string;
      start_date?: string;
      end_date?: string;
    };
    createAccessGrant: {
      resource_token: string;
      team_token: string;
      access?: 'denied' | 'allowed';
    };
    createAnnotation: {
      title?: string;
      message: string;
      report_tokens: string[];
      date: string;
    };
    createAnomalyNotification: {
      cost_report_token: string;
      threshold?: number;
      user_tokens?: string[];
      team_tokens?: string[];
      recipient_emails?: string[];
      channel_tokens?: string[];
      recipient_channels?: string[];
    };
    createAzureIntegration: {
      tenant: string;
      app_id: string;
      password: string;
    };
    createBillingProfile: {
      nickname: string;
      billing_information_attributes?: { id?: number; token?: string; company_name?: string | null; country_code?: string | null; address_line_1?: string | null; address_line_2?: string | null; city?: string | null; state?: string | null; postal_code?: string | null; billing_email?: string[] };
      business_information_attributes?: { id?: number; token?: string; metadata?: { custom_fields?: { name: string; value?: string | null }[] } };
      banking_information_attributes?: { token?: string; bank_name?: string | null; beneficiary_name?: string | null; tax_id?: string | null; secure_data?: { account_number?: string | null; routing_number?: string | null; iban?: string | null; swift_bic?: string | null } };
      invoice_adjustment_attributes?: { token?: string; adjustment_items?: { name: string; adjustment_type?: 'charge' | 'credit' | 'discount'; calculation_type: 'fixed' | 'percentage'; amount: number }[] };
      logo?: string | null;
    };
    createBillingRule: {
      type: 'exclusion' | 'adjustment' | 'credit' | 'charge' | 'custom';
      title: string;
      start_date?: string | null;
      end_date?: string | null;
      start_period?: string;
      apply_to_all?: boolean;
      charge_type?: string;
      percentage?: number | string;
      service?: string;
      category?: string;
      sub_category?: string;
      amount?: number | string;
      sql_query?: string;
    };
    createBudget: {
      name: string;
      cost_report_token?: string;
      child_budget_tokens?: string[];
      periods?: { start_at: string; end_at?: string | null; amount: number | string }[];
      workspace_token?: string;
    };
    createBudgetAlert: {
      budget_tokens: string[];
      threshold: number;
      duration_in_days: string | null;
      period_to_track?: 'start_of_the_month' | 'end_of_the_month';
      user_tokens?: string[];
      team_tokens?: string[];
      recipient_emails?: string[];
      channel_tokens?: string[];
      recipient_channels?: string[];
    };
    createBusinessMetric: {
      title: string;
      cost_report_tokens_with_metadata?: { unit_scale?: 'per_unit' | 'per_hundred' | 'per_thousand' | 'per_million' | 'per_billion'; calculation_type?: 'unit_cost' | 'gross_margin' | 'usage_unit_cost' | 'raw_business_metric'; label?: string; label_filter?: string[]; label_filters?: Record<string, unknown>; cost_report_token: string }[];
      values?: { date: string; amount: number | string | null; label?: string | null }[];
      forecasted_values?: { date: string; amount: number | string | null; label?: string | null }[];
      datadog_metric_fields?: { integration_token?: string; query?: string };
      cloudwatch_fields?: { integration_token?: string; stat?: 'Sum' | 'Average' | 'Minimum' | 'Maximum'; region?: string; namespace?: string; metric_name?: string; label_dimension?: string | null; dimensions?: { name: string; value: string }[] };
      snowflake_metric_fields?: { integration_token?: string; sql_query?: string };
    };
    createCanvas: {
      title: string;
      prompt: string;
      workspace_token?: string;
    };
    createChannel: {
      name: string;
      kind: 'webhook' | 'slack' | 'teams' | 'jira' | 'pagerduty' | 'alertmanager';
      settings?: components['schemas']['ChannelSettings'];
      secret?: string;
      workspace_token?: string;
    };
    createCostAlert: {
      title: string;
      interval: 'day' | 'week' | 'month' | 'quarter';
      threshold: number;
      unit_type: 'currency' | 'percentage';
      report_tokens: string[];
      minimum_threshold?: number | null;
      email_recipients?: string[];
      slack_channels?: string[];
      teams_channels?: string[];
      workspace_token: string;
    };
    createCostExport: {
      cost_report_token?: string;
      filter?: string | null;
      report_filter?: string | null;
      workspace_token?: string;
      start_date?: string;
      end_date?: string;
      groupings?: string[];
      date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour';
      schema?: 'vntg' | 'focus' | 'comparison';
      settings?: { include_credits?: boolean; include_refunds?: boolean; include_discounts?: boolean; include_tax?: boolean; amortize?: boolean; unallocated?: boolean; aggregate_by?: 'cost' | 'usage' | 'count'; show_previous_period?: boolean };
      neutralize_formulas?: boolean;
    };
    createCostReport: {
      title: string;
      folder_token?: string | null;
      groupings?: string | null;
      filter?: string | null;
      saved_filter_tokens?: string[];
      business_metric_tokens_with_metadata?: { unit_scale?: 'per_unit' | 'per_hundred' | 'per_thousand' | 'per_million' | 'per_billion'; calculation_type?: 'unit_cost' | 'gross_margin' | 'usage_unit_cost' | 'raw_business_metric'; label?: string; label_filter?: string[]; label_filters?: Record<string, unknown>; business_metric_token: string }[];
      settings?: { include_credits?: boolean; include_refunds?: boolean; include_discounts?: boolean; include_tax?: boolean; amortize?: boolean; unallocated?: boolean; aggregate_by?: 'cost' | 'usage' | 'count'; show_previous_period?: boolean; complete_period?: boolean };
      chart_type?: 'area' | 'line' | 'pie' | 'bar' | 'multi_bar';
      date_bin?: 'cumulative' | 'day' | 'week' | 'month' | 'quarter' | 'hour';
      chart_settings?: { x_axis_dimension?: string[]; y_axis_dimension?: 'cost' | 'usage' | 'count' };
      date_interval?: 'custom' | 'this_month' | 'last_7_days' | 'last_30_days' | 'last_month' | 'last_3_months' | 'last_6_months' | 'last_12_months' | 'last_24_months' | 'last_36_months' | 'next_month' | 'next_3_months' | 'next_6_months' | 'next_12_months' | 'year_to_date' | 'last_3_days' | 'last_14_days';
      start_date?: string;
      end_date?: string;
      previous_period_start_date?: string;
      previous_period_end_date?: string;
      workspace_token?: string;
    };
    createCostReportComment: {
      text: string;
    };
    createCustomProviderIntegration: {
      name: string;
      description?: string;
    };
    createDashboard: {
      title: string;
      widgets?: { widgetable_token: string; title?: string; settings?: { display_type: 'table' | 'chart' } }[];
      saved_filter_tokens?: string[];
      date_bin?: 'cumulative' | 'day' | 'week' | 'month';
      date_interval?: 'custom' | 'this_month' | 'last_7_days' | 'last_30_days' | 'last_month' | 'last_3_months' | 'last_6_months' | 'last_12_months' | 'last_24_months' | 'last_36_months' | 'next_month' | 'next_3_months' | 'next_6_months' | 'next_12_months' | 'year_to_date' | 'last_3_days' | 'last_14_days';
      start_date?: string;
      end_date?: string;
      workspace_token?: string;
    };
    createFinancialCommitmentReport: {
      title: string;
      filter?: string | null;
      date_interval?: 'this_month' | 'last_7_days' | 'last_30_days' | 'last_month' | 'last_3_months' | 'last_6_months' | 'custom' | 'last_12_months' | 'last_24_months' | 'last_36_months' | 'year_to_date' | 'last_3_days' | 'last_14_days';
      start_date?: string;
      end_date?: string;
      date_bucket?: 'day' | 'week' | 'month' | 'quarter' | 'hour';
      on_demand_costs_scope?: 'discountable' | 'all';
      groupings?: string[];
      workspace_token: string;
    };
    createFolder: {
      title: string;
      parent_folder_token?: string | null;
      saved_filter_tokens?: string[];
      type?: 'CostFolder' | 'ProviderResourceFolder';
      workspace_token?: string;
    };
    createGCPIntegration: {
      billing_account_id: string;
      project_id: string;
      dataset_name: string;
    };
    createInvoice: {
      billing_period_start: string;
      billing_period_end: string;
      account_token: string;
    };
    createKubernetesEfficiencyReport: {
      title: string;
      filter?: string | null;
      date_interval?: 'custom' | 'this_month' | 'last_7_days' | 'last_30_days' | 'last_month' | 'last_3_months' | 'last_6_months' | 'last_12_months' | 'last_24_months' | 'last_36_months' | 'next_month' | 'next_3_months' | 'next_6_months' | 'next_12_months' | 'year_to_date' | 'last_3_days' | 'last_14_days';
      start_date?: string;
      end_date?: string;
      aggregated_by?: 'idle_cost' | 'amount' | 'cost_efficiency';
      date_bucket?: 'day' | 'week' | 'month' | 'quarter';
      groupings?: string[];
      workspace_token: string;
    };
    createKubernetesEfficiencyReportExport: {
      kubernetes_efficiency_report_token?: string;
      filter?: string | null;
      workspace_token?: string;
      start_date?: string;
      end_date?: string;
      date_bin?: 'day' | 'week' | 'month' | 'quarter';
      groupings?: string[];
      neutralize_formulas?: boolean;
    };
    createKubernetesIntegration: {
      cluster_id: string;
      provider?: 'kubernetes' | 'kubernetes_agent' | 'opencost';
      source?: { kind: 'opencost' | 'prometheus'; url: string };
      bearer_token?: string;
      currency?: string;
      workspace_token?: string;
    };
    createManagedAccount: {
      name: string;
      contact_email: string;
      access_credential_tokens?: string[];
      billing_rule_tokens?: string[];
      email_domain?: string | null;
      msp_billing_profile_token?: string | null;
      payment_terms_days?: number;
      include_managed_account_integrations?: boolean;
      billing_information_attributes?: { id?: number; token?: string; company_name?: string | null; country_code?: string | null; address_line_1?: string | null; address_line_2?: string | null; city?: string | null; state?: string | null; postal_code?: string | null; billing_email?: string[] };
      business_information_attributes?: { id?: number; token?: string; metadata?: { custom_fields?: { name: string; value?: string | null }[] } };
    };
    createManagedAccountAccess: {
      scopes?: ('read' | 'write')[];
    };
    createMute: {
      object_token: string;
      starts_at: string;
      ends_at: string;
    };
    createNetworkFlowReport: {
      title: string;
      filter?: string | null;
      date_interval?: 'last_3_days' | 'last_7_days' | 'last_14_days' | 'last_30_days' | 'custom';
      start_date?: string;
      end_date?: string;
      groupings?: ('account_id' | 'az_id' | 'dstaddr' | 'dsthostname' | 'flow_direction' | 'interface_id' | 'instance_id' | 'peer_resource_uuid' | 'peer_account_id' | 'peer_vpc_id' | 'peer_region' | 'peer_az_id' | 'peer_subnet_id' | 'peer_interface_id' | 'peer_instance_id' | 'region' | 'resource_uuid' | 'srcaddr' | 'srchostname' | 'subnet_id' | 'traffic_category' | 'traffic_path' | 'vpc_id')[];
      flow_direction?: 'all' | 'ingress' | 'egress';
      flow_weight?: 'costs' | 'bytes';
      workspace_token: string;
    };
    createRecommendationView: {
      title: string;
      workspace_token: string;
      provider_ids?: ('aws' | 'gcp' | 'azure' | 'kubernetes' | 'datadog')[];
      billing_account_ids?: string[];
      account_ids?: string[];
      regions?: string[];
      types?: string[];
      tag_key?: string | null;
      tag_value?: string | null;
      start_date?: string | null;
      end_date?: string | null;
      min_savings?: number | null;
    };
    createReportForecast: {
      cost_report_token: string;
      title: string;
      scenario_model_tokens?: string[];
      business_metric_token?: string | null;
      set_as_default?: boolean;
    };
    createReportNotification: {
      title: string;
      cost_report_token: string;
      frequency: 'daily' | 'weekly' | 'monthly';
      change: 'percentage' | 'dollars';
      user_tokens?: string[];
      team_tokens?: string[];
      recipient_emails?: string[];
      channel_tokens?: string[];
      recipient_channels?: string[];
      workspace_token?: string;
    };
    createResourceReport: {
      title?: string;
      filter?: string | null;
      columns?: string[];
      folder_token?: string | null;
      workspace_token?: string;
    };
    createSavedFilter: {
      title: string;
      filter?: string | null;
      workspace_token?: string;
    };
    createScenarioModel: {
      title: string;
      priority?: number | null;
      provider?: string | null;
      service?: string | null;
      workspace_token?: string;
      periods?: { start_at: string; end_at?: string | null; amount: number | string; amount_type: 'dollar' | 'percent' }[];
    };
    createSegment: {
      title: string;
      description?: string;
      priority?: number;
      track_unallocated?: boolean;
      report_settings?: { include_credits?: boolean; include_refunds?: boolean; include_discounts?: boolean; include_tax?: boolean; amortize?: boolean };
      filter?: string | null;
      parent_segment_token?: string | null;
      workspace_token?: string;
    };
    createSsoConnectionForManagedAccount: {
      type: 'saml';
      saml_metadata_url?: string;
      additional_domains?: string[];
    };
    createTeam: {
      name: string;
      description?: string;
      workspace_tokens?: string[];
      user_tokens?: string[];
      user_emails?: string[];
      role?: 'owner' | 'editor' | 'viewer';
      default_dashboard_token?: string | null;
    };
    createUnitCostsExport: {
      cost_report_token: string;
      workspace_token?: string;
      start_date?: string;
      end_date?: string;
      date_bin?: 'day' | 'week' | 'month' | 'quarter' | 'hour';
      neutralize_formulas?: boolean;
    };
    createUserFeedback: {
      message: string;
    };
    createVirtualTagConfig: {
      key: string;
      overridable: boolean;
      backfill_until?: string;
      collapsed_tag_keys?: { key: string; providers?: string[]; filter?: string | null }[];
      values?: { filter: string; name?: string; business_metric_token?: string; label_key?: string; label_values?: string[]; display_name?: string | null; percentages_display_name?: string | null; label_transforms?: { type: 'split' | 'format'; delimiter?: string; index?: number; template?: string }[]; cost_metric?: { filter: string; aggregation: { tag: string } }; percentages?: { value: string; pct: number }[]; date_ranges?: { start_date?: string | null; end_date?: string | null }[] }[];
    };
    createVirtualTagConfigValue: {
      filter: string;
      name?: string;
      business_metric_token?: string;
      label_key?: string;
      label_values?: string[];
      display_name?: string | null;
      percentages_display_name?: string | null;
      label_transforms?: { type: 'split' | 'format'; delimiter?: string; index?: number; template?: string }[];
      cost_metric?: { filter: string; aggregation: { tag: string } };
      percentages?: { value: string; pct: number }[];
      date_ranges?: { start_date?: string | null; end_date?: string | null }[];
    };
    createWorkspace: {
      name: string;
      enable_currency_conversion?: boolean;
      currency?: string;
      exchange_rate_date?: 'daily_rate' | 'end_of_billing_period_rate';
    };
    dismissRecommendation: {
      reason?: string;
      until?: string;
    };
    dismissRecommendationResource: {
      reason?: string;
      until?: string;
    };
    downloadInvoice: {
      file_type: 'pdf' | 'csv';
    };
    exchange_rate: {
      base_currency_code: string;
      currency_code: string;
      rate: string;
      effective_date: string;
      updated_at: string;
    };
    previewBillingRules: {
      managed_account_token: string;
      billing_rule_tokens?: string[];
      start_date?: string;
      end_date?: string;
    };
    previewVirtualTagConfig: {
      key: string;
      overridable: boolean;
      backfill_until?: string;
      collapsed_tag_keys?: { key: string; providers?: string[]; filter?: string | null }[];
      values?: { filter: string; name?: string; business_metric_token?: string; label_key?: string; label_values?: string[]; display_name?: string | null; percentages_display_name?: string | null; label_transforms?: { type: 'split' | 'format'; delimiter?: string; index?: number; template?: string }[]; cost_metric?: { filter: string; aggregation: { tag: string } }; percentages?: { value: string; pct: number }[]; date_ranges?: { start_date?: string | null; end_date?: string | null }[] }[];
      token?: string;
      workspace_token?: string;
      start_date?: string;
      end_date?: string;
    };
    setSsoConnection: {
      type?: 'oidc' | 'saml';
      issuer?: string;
      client_id?: string;
      client_secret?: string;
      saml_metadata_url?: string;
      groups_claim?: string;
      domains?: string[];
      default_role?: 'viewer' | 'editor' | 'integration_owner' | 'owner';
      enforced?: boolean;
      break_glass_user_token?: string | null;
      assigns_teams?: boolean;
      group_mappings?: components['schemas']['SsoGroupMapping'][];
    };
    updateAccessGrant: {
      access: 'denied' | 'allowed';
    };
    updateAnnotation: {
      title?: string;
      message?: string;
      report_tokens?: string[];
      date?: string | null;
    };
    updateAnomalyAlert: {
      status: string;
      feedback?: string | null;
    };
    updateAnomalyNotification: {
      threshold?: number;
      user_tokens?: string[];
      team_tokens?: string[];
      recipient_emails?: string[];
      channel_tokens?: string[];
      recipient_channels?: string[];
    };
    updateAsyncVirtualTagConfig: {
      key?: string;
      overridable?: boolean;
      backfill_until?: string | null;
      collapsed_tag_keys?: { key: string; providers?: string[]; filter?: string | null }[] | null;
      values?: { filter: string; name?: string; business_metric_token?: string; label_key?: string; label_values?: string[]; display_name?: string | null; percentages_display_name?: string | null; label_transforms?: { type: 'split' | 'format'; delimiter?: string; index?: number; template?: string }[]; cost_metric?: { filter: string; aggregation: { tag: string } }; percentages?: { value: string; pct: number }[]; date_ranges?: { start_date?: string | null; end_date?: string | null }[] }[] | null;
    };
    updateBillingProfile: {
      nickname?: string;
      billing_information_attributes?: { id?: number; token?: string; company_name?: string | null; country_code?: string | null; address_line_1?: string | null; address_line_2?: string | null; city?: string | null; state?: string | null; postal_code?: string | null; billing_email?: string[] };
      business_information_attributes?: { id?: number; token?: string; metadata?: { custom_fields?: { name: string; value?: string | null }[] } };
      banking_information_attributes?: { token?: string; bank_name?: string | null; beneficiary_name?: string | null; tax_id?: string | null; secure_data?: { account_number?: string | null; routing_number?: string | null; iban?: string | null; swift_bic?: string | null } };
      invoice_adjustment_attributes?: { token?: string; adjustment_items?: { name: string; adjustment_type?: 'charge' | 'credit' | 'discount'; calculation_type: 'fixed' | 'percentage'; amount: number }[] };
      logo?: string | null;
    };
    updateBillingRule: {
      title?: string;
      start_date?: string | null;
      end_date?: string | null;
      start_period?: string;
      apply_to_all?: boolean;
      charge_type?: string;
      percentage?: number | string;
      service?: string;
      category?: string;
      sub_category?: string;
      amount?: number | string;
      sql_query?: string;
    };
    updateBudget: {
      name?: string;
      cost_report_token?: string;
      child_budget_tokens?: string[];
      periods?: { start_at: string; end_at?: string | null; amount: number | string }[];
    };
    updateBudgetAlert: {
      budget_tokens?: string[];
      threshold?: number;
      duration_in_days?: string | null;
      period_to_track?: 'start_of_the_month' | 'end_of_the_month';
      user_tokens?: string[];
      team_tokens?: string[];
      recipient_emails?: string[];
      channel_tokens?: string[];
      recipient_channels?: string[];
    };
    updateBusinessMetric: {
      title?: string;
      cost_report_tokens_with_metadata?: { unit_scale?: 'per_unit' | 'per_hundred' | 'per_thousand' | 'per_million' | 'per_billion'; calculation_type?: 'unit_cost' | 'gross_margin' | 'usage_unit_cost' | 'raw_business_metric'; label?: string; label_filter?: string[]; label_filters?: Record<string, unknown>; cost_report_token: string }[];
      values?: { date: string; amount: number | string | null; label?: string | null }[];
      forecasted_values?: { date: string; amount: number | string | null; label?: string | null }[];
      datadog_metric_fields?: { integration_token?: string; query?: string };
      cloudwatch_fields?: { integration_token?: string; stat?: 'Sum' | 'Average' | 'Minimum' | 'Maximum'; region?: string; namespace?: string; metric_name?: string; label_dimension?: string | null; dimensions?: { name: string; value: string }[] };
      snowflake_metric_fields?: { integration_token?: string; sql_query?: string };
    };
    updateCanvas: {
      title?: string;
      prompt?: string;
    };
    updateChannel: {
      name?: string;
      settings?: components['schemas']['ChannelSettings'];
      secret?: string;
    };
    updateCostAlert: {
      title?: string;
      interval?: 'day' | 'week' | 'month' | 'quarter';
      threshold?: number;
      unit_type?: 'currency' | 'percentage';
      report_tokens?: string[];
      minimum_threshold?: number | null;
      email_recipients?: string[];
      slack_channels?: string[];
      teams_channels?: string[];
    };
    updateCostReport: {
      title?: string;
      folder_token?: string | null;
      groupings?: string | null;
      filter?: string | null;
      saved_filter_tokens?: string[];
      business_metric_tokens_with_metadata?: { unit_scale?: 'per_unit' | 'per_hundred' | 'per_thousand' | 'per_million' | 'per_billion'; calculation_type?: 'unit_cost' | 'gross_margin' | 'usage_unit_cost' | 'raw_business_metric'; label?: string; label_filter?: string[]; label_filters?: Record<string, unknown>; business_metric_token: string }[];
      settings?: { include_credits?: boolean; include_refunds?: boolean; include_discounts?: boolean; include_tax?: boolean; amortize?: boolean; unallocated?: boolean; aggregate_by?: 'cost' | 'usage' | 'count'; show_previous_period?: boolean; complete_period?: boolean };
      chart_type?: 'area' | 'line' | 'pie' | 'bar' | 'multi_bar';
      date_bin?: 'cumulative' | 'day' | 'week' | 'month' | 'quarter' | 'hour';
      chart_settings?: { x_axis_dimension?: string[]; y_axis_dimension?: 'cost' | 'usage' | 'count' };
      date_interval?: 'custom' | 'this_month' | 'last_7_days' | 'last_30_days' | 'last_month' | 'last_3_months' | 'last_6_months' | 'last_12_months' | 'last_24_months' | 'last_36_months' | 'next_month' | 'next_3_months' | 'next_6_months' | 'next_12_months' | 'year_to_date' | 'last_3_days' | 'last_14_days';
      start_date?: string;
      end_date?: string;
      previous_period_start_date?: string;
      previous_period_end_date?: string;
      default_forecast?: { kind: 'baseline' | 'report_forecast'; report_forecast_token?: string };
    };
    updateCostReportComment: {
      text: string;
    };
    updateDashboard: {
      title?: string;
      widgets?: { widgetable_token: string; title?: string; settings?: { display_type: 'table' | 'chart' } }[];
      saved_filter_tokens?: string[];
      date_bin?: 'cumulative' | 'day' | 'week' | 'month';
      date_interval?: 'custom' | 'this_month' | 'last_7_days' | 'last_30_days' | 'last_month' | 'last_3_months' | 'last_6_months' | 'last_12_months' | 'last_24_months' | 'last_36_months' | 'next_month' | 'next_3_months' | 'next_6_months' | 'next_12_months' | 'year_to_date' | 'last_3_days' | 'last_14_days' | '' | null;
      start_date?: string;
      end_date?: string;
      workspace_token?: string;
    };
    updateDashboardLayout: {
      items: { kind: 'chart' | 'table' | 'kpi' | 'segments' | 'unit_cost' | 'budgets' | 'text'; title?: string; widgetable_token?: string; text?: string; follows_dates?: boolean; x: number; y: number; width: number; height: number }[];
      version?: string;
    };
    updateFinancialCommitmentReport: {
      title?: string;
      filter?: string | null;
      date_interval?: 'this_month' | 'last_7_days' | 'last_30_days' | 'last_month' | 'last_3_months' | 'last_6_months' | 'custom' | 'last_12_months' | 'last_24_months' | 'last_36_months' | 'year_to_date' | 'last_3_days' | 'last_14_days';
      start_date?: string;
      end_date?: string;
      date_bucket?: 'day' | 'week' | 'month' | 'quarter' | 'hour';
      on_demand_costs_scope?: 'discountable' | 'all';
      groupings?: string[];
    };
    updateFolder: {
      title?: string;
      parent_folder_token?: string | null;
      saved_filter_tokens?: string[];
    };
    updateIntegration: {
      workspace_tokens?: string[];
    };
    updateKubernetesEfficiencyReport: {
      title?: string;
      filter?: string | null;
      date_interval?: 'custom' | 'this_month' | 'last_7_days' | 'last_30_days' | 'last_month' | 'last_3_months' | 'last_6_months' | 'last_12_months' | 'last_24_months' | 'last_36_months' | 'next_month' | 'next_3_months' | 'next_6_months' | 'next_12_months' | 'year_to_date' | 'last_3_days' | 'last_14_days';
      start_date?: string;
      end_date?: string;
      aggregated_by?: 'idle_cost' | 'amount' | 'cost_efficiency';
      date_bucket?: 'day' | 'week' | 'month' | 'quarter';
      groupings?: string[];
    };
    updateManagedAccount: {
      name?: string;
      contact_email?: string;
      access_credential_tokens?: string[];
      billing_rule_tokens?: string[];
      email_domain?: string | null;
      msp_billing_profile_token?: string | null;
      payment_terms_days?: number;
      include_managed_account_integrations?: boolean;
      billing_information_attributes?: { id?: number; token?: string; company_name?: string | null; country_code?: string | null; address_line_1?: string | null; address_line_2?: string | null; city?: string | null; state?: string | null; postal_code?: string | null; billing_email?: string[] };
      business_information_attributes?: { id?: number; token?: string; metadata?: { custom_fields?: { name: string; value?: string | null }[] } };
    };
    updateMe: {
      default_dashboard_token?: string | null;
    };
    updateMute: {
      starts_at?: string;
      ends_at?: string;
    };
    updateNetworkFlowReport: {
      title?: string;
      filter?: string | null;
      date_interval?: 'last_3_days' | 'last_7_days' | 'last_14_days' | 'last_30_days' | 'custom';
      start_date?: string;
      end_date?: string;
      groupings?: ('account_id' | 'az_id' | 'dstaddr' | 'dsthostname' | 'flow_direction' | 'interface_id' | 'instance_id' | 'peer_resource_uuid' | 'peer_account_id' | 'peer_vpc_id' | 'peer_region' | 'peer_az_id' | 'peer_subnet_id' | 'peer_interface_id' | 'peer_instance_id' | 'region' | 'resource_uuid' | 'srcaddr' | 'srchostname' | 'subnet_id' | 'traffic_category' | 'traffic_path' | 'vpc_id')[];
      flow_direction?: 'all' | 'ingress' | 'egress';
      flow_weight?: 'costs' | 'bytes';
    };
    updateRecommendationView: {
      title?: string;
      provider_ids?: ('aws' | 'gcp' | 'azure' | 'kubernetes' | 'datadog')[];
      billing_account_ids?: string[];
      account_ids?: string[];
      regions?: string[];
      types?: string[];
      tag_key?: string | null;
      tag_value?: string | null;
      start_date?: string | null;
      end_date?: string | null;
      min_savings?: number | null;
    };
    updateReportForecast: {
      title?: string;
      scenario_model_tokens?: string[];
      business_metric_token?: string | null;
      set_as_default?: boolean;
    };
    updateReportNotification: {
      title?: string;
      cost_report_token?: string;
      frequency?: 'daily' | 'weekly' | 'monthly';
      change?: 'percentage' | 'dollars';
      user_tokens?: string[];
      team_tokens?: string[];
      recipient_emails?: string[];
      channel_tokens?: string[];
      recipient_channels?: string[];
    };
    updateResourceReport: {
      title?: string;
      filter?: string | null;
      columns?: string[];
      folder_token?: string | null;
    };
    updateSavedFilter: {
      title?: string;
      filter?: string | null;
    };
    updateScenarioModel: {
      title?: string;
      priority?: number | null;
      provider?: string | null;
      service?: string | null;
      workspace_token?: string;
      periods?: { start_at: string; end_at?: string | null; amount: number | string; amount_type: 'dollar' | 'percent' }[];
    };
    updateSegment: {
      title?: string;
      description?: string;
      priority?: number;
      track_unallocated?: boolean;
      report_settings?: { include_credits?: boolean; include_refunds?: boolean; include_discounts?: boolean; include_tax?: boolean; amortize?: boolean };
      filter?: string | null;
      parent_segment_token?: string | null;
    };
    updateSsoConnectionForManagedAccount: {
      saml_metadata_url?: string;
      additional_domains?: string[];
    };
    updateTag: {
      tag_key?: string;
      tag_keys?: string[];
      hidden?: boolean;
      preferred?: boolean;
    };
    updateTeam: {
      name?: string;
      description?: string;
      workspace_tokens?: string[];
      user_tokens?: string[];
      user_emails?: string[];
      role?: 'owner' | 'editor' | 'viewer';
      default_dashboard_token?: string | null;
    };
    updateUser: {
      default_dashboard_token?: string | null;
    };
    updateVirtualTagConfig: {
      key?: string;
      overridable?: boolean;
      backfill_until?: string | null;
      collapsed_tag_keys?: { key: string; providers?: string[]; filter?: string | null }[] | null;
      values?: { filter: string; name?: string; business_metric_token?: string; label_key?: string; label_values?: string[]; display_name?: string | null; percentages_display_name?: string | null; label_transforms?: { type: 'split' | 'format'; delimiter?: string; index?: number; template?: string }[]; cost_metric?: { filter: string; aggregation: { tag: string } }; percentages?: { value: string; pct: number }[]; date_ranges?: { start_date?: string | null; end_date?: string | null }[] }[] | null;
    };
    updateVirtualTagConfigValue: {
      filter?: string;
      name?: string;
      business_metric_token?: string;
      label_key?: string;
      label_values?: string[];
      display_name?: string | null;
      percentages_display_name?: string | null;
      label_transforms?: { type: 'split' | 'format'; delimiter?: string; index?: number; template?: string }[];
      cost_metric?: { filter: string; aggregation: { tag: string } };
      percentages?: { value: string; pct: number }[];
      date_ranges?: { start_date?: string | null; end_date?: string | null }[];
    };
    updateWorkspace: {
      name?: string;
      enable_currency_conversion?: boolean;
      currency?: string;
      exchange_rate_date?: 'daily_rate' | 'end_of_billing_period_rate';
    };
  };
}
