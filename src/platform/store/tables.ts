import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { CalendarBin, DateBin, DateInterval } from '../lib/date-intervals.js';

/** Columns that every object of the API has. */
interface ObjectRow {
  id: Generated<number>;
  token: string;
  account_token: string;
  created_at: Date;
}

type Json = ColumnType<Record<string, unknown>, string | undefined, string>;
type JsonList = ColumnType<Record<string, unknown>[], string | undefined, string>;

export type OrganisationRole = 'owner' | 'integration_owner' | 'editor' | 'viewer';
export type IntegrationStatus =
  | 'pending'
  | 'connected'
  | 'importing'
  | 'imported'
  | 'error'
  | 'disconnected';
export type MetricImportType =
  | 'csv'
  | 'datadog_metrics'
  | 'cloudwatch'
  | 'snowflake_metrics'
  | 'metronome_metrics';
export type UnitScale = 'per_unit' | 'per_hundred' | 'per_thousand' | 'per_million' | 'per_billion';
export type UnitCalculation =
  | 'unit_cost'
  | 'gross_margin'
  | 'usage_unit_cost'
  | 'raw_business_metric';
type VirtualTagKind = 'name' | 'business_metric' | 'cost_metric' | 'percentages';
type AnomalyStatus = 'active' | 'archived' | 'ignored';
type AnomalyReview = 'acknowledged' | 'accepted';
export type BudgetAlertMeasure = 'spend' | 'forecast';
export type BudgetAlertWindow = 'start_of_the_month' | 'end_of_the_month';
export type ChannelKind = 'webhook' | 'slack' | 'teams' | 'jira' | 'pagerduty' | 'alertmanager';
type DeliveryState = 'pending' | 'not_configured' | 'sent' | 'failed' | 'dropped' | 'muted';
export type CostAlertInterval = 'day' | 'week' | 'month' | 'quarter';
export type CostAlertUnit = 'currency' | 'percentage';
type SecondFactorKind = 'totp' | 'passkey';
export type InvoiceStatus = 'generating' | 'draft' | 'approved' | 'failed';
export type TeamRole = 'owner' | 'editor' | 'viewer';

/** The PostgreSQL schema as TypeScript; a test compares it with the migrated database. */
export interface Tables {
  shared_stores: { name: string; identity: string };
  backups: {
    id: Generated<number>;
    moment: Date;
    target: string;
    bytes_written: number;
    finished_at: Date;
  };
  accounts: {
    id: Generated<number>;
    token: string;
    name: string;
    access_version: Generated<number>;
    requires_second_factor: Generated<boolean>;
    created_at: Date;
  };
  managed_accounts: ObjectRow & {
    contact_email: string;
    email_domain: string | null;
    payment_terms_days: Generated<number>;
    include_managed_account_integrations: Generated<boolean>;
    billing_information: Json;
    business_information: Json;
    msp_billing_profile_token: string | null;
    reads_rebilled: Generated<boolean>;
    rebilling_failure: Generated<string | null>;
  };
  billing_profiles: ObjectRow & {
    nickname: string;
    billing_information: Json;
    business_information: Json;
    banking_information: Json;
    secure_data: Buffer | null;
    adjustment_items: JsonList;
    logo: Buffer | null;
    updated_at: Date;
  };
  invoices: ObjectRow & {
    managed_account_token: string;
    account_name: string;
    number_year: number;
    number: number;
    billing_period_start: string;
    billing_period_end: string;
    status: InvoiceStatus;
    generation: Generated<number>;
    failure_reason: string | null;
    seller: Json | null;
    seller_secure_data: Buffer | null;
    logo: Buffer | null;
    buyer: Json | null;
    lines: JsonList | null;
    adjustments: JsonList | null;
    currency: string | null;
    subtotal: string | null;
    total: string | null;
    issue_date: string | null;
    due_date: string | null;
    updated_at: Date;
  };
  invoice_numbers: { account_token: string; year: number; last_number: number };
  integration_delegations: {
    id: Generated<number>;
    managed_account_token: string;
    integration_token: string;
    position: number;
  };
  billing_rules: ObjectRow & {
    type: string;
    title: string;
    start_date: string | null;
    end_date: string | null;
    apply_to_all: boolean;
    charge_type: string | null;
    percentage: string | null;
    service: string | null;
    category: string | null;
    sub_category: string | null;
    amount: string | null;
    sql_query: string | null;
    execution_group: number;
    created_by_token: string | null;
  };
  managed_account_billing_rules: {
    id: Generated<number>;
    managed_account_token: string;
    billing_rule_token: string;
    position: number;
  };
  workspaces: ObjectRow & {
    name: string;
    enable_currency_conversion: boolean;
    currency: string;
    exchange_rate_date: string;
  };
  dashboards: ObjectRow & {
    workspace_token: string;
    title: string;
    date_bin: Exclude<DateBin, 'quarter' | 'hour'> | null;
    date_interval: DateInterval | null;
    start_date: string | null;
    end_date: string | null;
    layout: JsonList;
    updated_at: Date;
  };
  dashboard_widgets: {
    id: Generated<number>;
    dashboard_token: string;
    widgetable_token: string;
    title: string;
    display_type: 'table' | 'chart';
  };
  dashboard_saved_filters: {
    id: Generated<number>;
    dashboard_token: string;
    saved_filter_token: string;
  };
  segments: ObjectRow & {
    workspace_token: string;
    parent_segment_token: string | null;
    title: string;
    description: Generated<string>;
    priority: Generated<number>;
    track_unallocated: Generated<boolean>;
    report_settings: Json;
    filter: string | null;
  };
  annotations: ObjectRow & { title: string; date: string | null; message: string };
  annotation_reports: {
    id: Generated<number>;
    annotation_token: string;
    cost_report_token: string;
  };
  canvases: ObjectRow & {
    workspace_token: string;
    title: string;
    prompt: string;
    result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    error: string | null;
    updated_at: Date;
  };
  users: ObjectRow & {
    email: string;
    name: string | null;
    role: OrganisationRole;
    password_hash: string | null;
    default_workspace_token: string | null;
    default_dashboard_token: string | null;
    last_seen_at: string | null;
    external_id: string | null;
    given_name: string | null;
    family_name: string | null;
    deactivated_at: Date | null;
  };
  teams: ObjectRow & {
    name: string;
    description: string | null;
    everyone: Generated<boolean>;
    default_dashboard_token: string | null;
    external_id: string | null;
  };
  scim_tokens: ObjectRow & {
    description: string;
    secret_hash: Buffer;
    created_by_token: string | null;
    last_used_at: string | null;
  };
  team_members: { id: Generated<number>; team_token: string; user_token: string; role: TeamRole };
  team_workspaces: {
    id: Generated<number>;
    team_token: string;
    workspace_token: string;
    access: 'edit' | 'view';
  };
  access_grants: ObjectRow & {
    team_token: string;
    resource_token: string;
    access: 'allowed' | 'denied';
    created_by: string | null;
  };
  credentials: {
    id: Generated<number>;
    account_token: string;
    user_token: string | null;
    team_token: string | null;
    rights: 'owner' | 'integration_owner' | null;
    parent_id: number | null;
    minted_by: number | null;
    caller_name: string | null;
    client_id: string | null;
    secret_hash: Buffer;
    description: string;
    scopes: string[];
    created_at: Date;
    expires_at: Date | null;
    revoked_at: Date | null;
  };
  sessions: {
    id: Generated<number>;
    user_token: string;
    secret_hash: Buffer;
    created_at: Date;
    expires_at: Date;
  };
  password_tickets: {
    id: Generated<number>;
    user_token: string;
    secret_hash: Buffer;
    expires_at: Date;
  };
  second_factors: {
    id: Generated<number>;
    token: string;
    user_token: string;
    kind: SecondFactorKind;
    name: string;
    secret: Buffer | null;
    last_step: number | null;
    credential_id: string | null;
    public_key: Buffer | null;
    counter: number | null;
    transports: string[] | null;
    created_at: Date;
    last_used_at: Date | null;
  };
  recovery_codes: {
    id: Generated<number>;
    user_token: string;
    code_hash: Buffer;
    used_at: Date | null;
  };
  second_factor_challenges: {
    id: Generated<number>;
    user_token: string;
    purpose: 'log_in' | SecondFactorKind;
    secret_hash: Buffer;
    totp_secret: Buffer | null;
    passkey_challenge: string | null;
    expires_at: Date;
  };
  login_attempts: { id: Generated<number>; subject: string; attempted_at: Date };
  sso_connections: ObjectRow & {
    type: 'oidc' | 'saml';
    settings: Json;
    client_secret: Buffer | null;
    secret_changed_at: Date | null;
    default_role: OrganisationRole;
    enforced: boolean;
    break_glass_user_token: string | null;
    assigns_teams: boolean;
    group_mappings: JsonList;
    last_test: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  };
  sso_domains: { domain: string; connection_token: string; position: number };
  user_identities: {
    id: Generated<number>;
    connection_token: string;
    subject: string;
    user_token: string;
    created_at: Date;
  };
  sso_requests: {
    state_hash: Buffer;
    connection_token: string;
    browser_hash: Buffer;
    secrets: Buffer;
    saml_response: string | null;
    is_test: boolean;
    return_to: string;
    host: string;
    expires_at: Date;
  };
  saml_assertions: { connection_token: string; assertion_id: string; expires_at: Date };
  audit_logs: ObjectRow & {
    object_token: string | null;
    object_type: string;
    object_title: string | null;
    event: string;
    source: string;
    user_name: string | null;
    credential_id: number | null;
    workspace_token: string | null;
    workspace_title: string | null;
    changed_values: Json;
    unchanged_values: Json;
    request_id: string;
  };
  favourites: {
    id: Generated<number>;
    user_token: string;
    workspace_token: string;
    object_token: string;
    created_at: Date;
  };
  user_feedback: ObjectRow & { message: string; created_by_token: string | null };
  saved_filters: ObjectRow & {
    workspace_token: string;
    title: string;
    filter: string | null;
    created_by: string | null;
  };
  folders: ObjectRow & {
    workspace_token: string;
    parent_folder_token: string | null;
    type: string;
    title: string;
    updated_at: Date;
  };
  integrations: ObjectRow & {
    provider: string;
    account_identifier: string | null;
    name: string;
    description: string | null;
    status: IntegrationStatus;
    last_error: string | null;
    settings: Json;
    secrets: Buffer | null;
    last_updated: Date | null;
    checked_at: Date | null;
    next_check_at: Generated<Date | null>;
    failed_checks: Generated<number>;
    checked_by: Generated<string | null>;
    checking_until: Generated<Date | null>;
  };
  resources: ObjectRow & {
    integration_token: string;
    provider: string;
    uuid: string;
    short_id: GeneratedAlways<string>;
    type: string;
    label: string | null;
    provider_account_id: string | null;
    account_id: string | null;
    region: string | null;
    metadata: Json;
    utilization: Json;
    tags: Json;
    virtual_tags: Json;
    in_inventory: ColumnType<boolean, boolean | undefined, boolean>;
    inventory_format: string | null;
    state_since: Date | null;
    missed_inventories: ColumnType<number, number | undefined, number>;
    billed_id: string | null;
    billed_services: Generated<string[]>;
    recent_costs: JsonList;
    recent_cost: ColumnType<string, string | undefined, string>;
    recent_cost_days: Generated<number>;
    last_cost_date: string | null;
    costs_through: string | null;
    costs_read_at: Date | null;
    last_seen_at: Date;
    staged_inventory: number | null;
    staged: Json;
    is_new: Generated<boolean>;
  };
  recommendations: ObjectRow & {
    workspace_token: string;
    type: string;
    category: string;
    service: string;
    provider: string;
    provider_account_id: string | null;
    description: string;
    potential_savings: ColumnType<string, string | undefined, string>;
    resources_affected_count: Generated<number>;
    archived_at: Date | null;
    archived_until: string | null;
    archived_reason: string | null;
    resolved_at: Date | null;
    refreshed_at: Date;
  };
  recommendation_resources: {
    recommendation_token: string;
    uuid: string;
    resource_token: string | null;
    integration_token: string | null;
    potential_savings: string;
    monthly_cost: string;
    cost_per_month: string | null;
    actions: JsonList;
    evidence: JsonList;
    uses_example_prices: Generated<boolean>;
    dismissed_at: Date | null;
    dismissed_until: string | null;
    dismissed_reason: string | null;
    found_at: Date;
    refreshed_at: Date;
  };
  realised_savings: {
    id: Generated<number>;
    account_token: string;
    workspace_token: string;
    recommendation_token: string;
    integration_token: string | null;
    uuid: string;
    label: string | null;
    potential_savings: string;
    monthly_before: string;
    monthly_after: string | null;
    found_at: Date;
    ended_on: string;
    measured_on: string | null;
  };
  recommendation_views: ObjectRow & {
    workspace_token: string;
    title: string;
    provider_ids: Generated<string[]>;
    billing_account_ids: Generated<string[]>;
    account_ids: Generated<string[]>;
    regions: Generated<string[]>;
    types: Generated<string[]>;
    tag_key: string | null;
    tag_value: string | null;
    start_date: string | null;
    end_date: string | null;
    min_savings: string | null;
    created_by: string | null;
  };
  staged_inventories: {
    id: Generated<number>;
    integration_token: string;
    is_complete: Generated<boolean>;
  };
  resource_inventories: { integration_token: string; fingerprint: string; stored_at: Date };
  resource_reports: ObjectRow & {
    workspace_token: string;
    folder_token: string | null;
    title: Generated<string>;
    filter: string | null;
    columns: Generated<string[]>;
    user_token: string | null;
    created_by_token: string | null;
  };
  integration_workspaces: {
    id: Generated<number>;
    integration_token: string;
    workspace_token: string;
  };
  loads: {
    load_id: Generated<number>;
    account_token: string;
    integration_token: string;
    partition: string;
    format: string;
    fingerprint: string;
    source_version: string | null;
    status: 'running' | 'active' | 'superseded' | 'failed' | 'dropped';
    runner: string;
    seen_at: Date;
    rows_read: Generated<number>;
    rows_stored: Generated<number>;
    rows_rejected: Generated<number>;
    rows_repeated: Generated<number>;
    lines: Generated<number>;
    totals: JsonList;
    first_date: string | null;
    last_date: string | null;
    estimated: Generated<boolean>;
    warnings: JsonList;
    reason: string | null;
    started_at: Date;
    finished_at: Date | null;
    superseded_at: Date | null;
    payers: Generated<string[]>;
    months: JsonList;
    rejected_totals: JsonList;
    left_out_tag_keys: Generated<string[]>;
    managed_account_token: Generated<string | null>;
    rebilled_from: Generated<number | null>;
    billing_rule_tokens: Generated<string[]>;
  };
  costs_uploads: ObjectRow & {
    integration_token: string;
    load_id: number;
    filename: string;
    is_named: boolean;
    amount: string;
    start_date: string;
    end_date: string;
    import_status: 'processing' | 'complete' | 'error';
    created_by_token: string | null;
  };
  watched_sets: {
    integration_token: string;
    set_key: string;
    mark: string;
    imported_at: Date;
  };
  import_runs: {
    run_id: Generated<number>;
    account_token: string;
    integration_token: string | null;
    file_names: string[];
    status: 'running' | 'committed' | 'skipped' | 'failed';
    runner: string;
    seen_at: Date;
    rows_done: Generated<number>;
    bytes_done: Generated<number>;
    bytes_total: Generated<number>;
    summaries_done: Generated<number>;
    summaries_total: Generated<number>;
    load_ids: Generated<number[]>;
    is_cancelled: Generated<boolean>;
    imports_ahead: Generated<number | null>;
    seconds_left: Generated<number | null>;
    request: ColumnType<Json | null, string | null | undefined, string | null>;
    resumed: Generated<number>;
    errors: ColumnType<string[], string | undefined, string>;
    notes: ColumnType<string[], string | undefined, string>;
    started_at: Date;
    finished_at: Date | null;
  };
  exchange_rates: {
    account_token: string;
    base_currency_code: string;
    currency_code: string;
    effective_date: string;
    rate: string;
    updated_at: Date;
  };
  tag_settings: {
    account_token: string;
    tag_key: string;
    hidden: Generated<boolean>;
    preferred: Generated<boolean>;
  };
  data_exports: ObjectRow & {
    workspace_token: string | null;
    export_type: string;
    status: 'pending' | 'processing' | 'completed' | 'failed';
    attributes: Json;
    request: Json;
    files: JsonList;
    reason: string | null;
    created_by_token: string | null;
    completed_at: Date | null;
    valid_until: Date | null;
  };
  folder_saved_filters: { id: Generated<number>; folder_token: string; saved_filter_token: string };
  cost_reports: ObjectRow & {
    workspace_token: string;
    folder_token: string | null;
    title: string;
    filter: string | null;
    groupings: string | null;
    settings: Json;
    chart_settings: Json;
    chart_type: Generated<string>;
    date_bin: Generated<DateBin>;
    date_interval: Generated<DateInterval>;
    start_date: string | null;
    end_date: string | null;
    previous_period_start_date: string | null;
    previous_period_end_date: string | null;
    created_by: string | null;
    segment_token: string | null;
  };
  cost_report_saved_filters: {
    id: Generated<number>;
    cost_report_token: string;
    saved_filter_token: string;
  };
  business_metrics: ObjectRow & {
    title: string;
    import_type: Generated<MetricImportType>;
    integration_token: string | null;
    source: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    keyed_labels: Generated<boolean>;
    pulled_at: Date | null;
    pull_error: string | null;
    created_by_token: string | null;
  };
  business_metric_values: {
    business_metric_token: string;
    forecasted: boolean;
    at: Date;
    label: string;
    labels: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
    amount: string;
  };
  business_metric_attachments: {
    id: Generated<number>;
    cost_report_token: string;
    business_metric_token: string;
    unit_scale: Generated<UnitScale>;
    calculation_type: Generated<UnitCalculation>;
    label: string | null;
    label_filter: string[] | null;
    label_filters: ColumnType<
      Record<string, string[]> | null,
      string | null | undefined,
      string | null
    >;
    report_position: Generated<number>;
    metric_position: Generated<number>;
    names_segment: Generated<boolean>;
  };
  scenario_models: ObjectRow & {
    workspace_token: string | null;
    title: string;
    priority: number | null;
    provider: string | null;
    service: string | null;
    periods: JsonList;
    created_by_token: string | null;
    updated_at: Date;
  };
  cost_report_comments: ObjectRow & {
    cost_report_token: string;
    author_token: string;
    text: string;
    updated_at: Date;
  };
  report_forecasts: ObjectRow & {
    cost_report_token: string;
    title: string;
    business_metric_token: string | null;
    is_default: Generated<boolean>;
    created_by_token: string | null;
    updated_at: Date;
  };
  report_forecast_models: {
    id: Generated<number>;
    report_forecast_token: string;
    scenario_model_token: string;
  };
  baseline_forecasts: {
    cost_report_token: string;
    fingerprint: string;
    computed_at: Date;
    first_day: string;
    last_complete_day: string;
    daily_costs: string[];
  };
  baseline_series: {
    cost_report_token: string;
    provider: string;
    service: string;
    is_total: boolean;
    method: string | null;
    amounts: string[];
    interval_facts: Json;
    scores: Json;
  };
  budgets: ObjectRow & {
    workspace_token: string;
    name: string;
    cost_report_token: string | null;
    names_segment: Generated<boolean>;
    periods: JsonList;
    user_token: string | null;
    created_by_token: string | null;
  };
  budget_children: { id: Generated<number>; budget_token: string; child_budget_token: string };
  budget_alerts: ObjectRow & {
    workspace_token: string;
    threshold: number;
    duration_in_days: number | null;
    period_to_track: BudgetAlertWindow | null;
    measure: Generated<BudgetAlertMeasure>;
    recipient_emails: Generated<string[]>;
    recipient_channels: Generated<string[]>;
    user_token: string | null;
    arming: Generated<number>;
    armed_at: Date;
  };
  budget_alert_budgets: { id: Generated<number>; budget_alert_token: string; budget_token: string };
  budget_alert_users: { id: Generated<number>; budget_alert_token: string; user_token: string };
  budget_alert_teams: { id: Generated<number>; budget_alert_token: string; team_token: string };
  budget_alert_channels: {
    id: Generated<number>;
    budget_alert_token: string;
    channel_token: string;
  };
  budget_alert_firings: {
    id: Generated<number>;
    budget_alert_token: string;
    budget_token: string;
    month: string;
    arming: number;
    threshold: number;
    day: string;
    spend: string;
    amount: string;
    measure: Generated<BudgetAlertMeasure>;
    forecast: string | null;
    forecast_from: string | null;
    exceeded_on: string | null;
    delivered: boolean;
    fired_at: Date;
  };
  anomaly_alerts: ObjectRow & {
    workspace_token: string;
    cost_report_token: string;
    provider: string;
    service: string;
    category: string | null;
    anomaly_date: string;
    kind: 'spike' | 'step' | 'drift';
    currency: string;
    amount: string;
    previous_amount: string;
    seven_day_average: string;
    expected_amount: string;
    expected_lower: string;
    expected_upper: string;
    resources: Generated<string[]>;
    resource_ids: Generated<string[]>;
    status: Generated<AnomalyStatus>;
    has_set_status: Generated<boolean>;
    feedback: string | null;
    is_news: boolean;
    alerted_at: Date | null;
    /** Set by a trigger to that of the row itself unless given. */
    event_token: Generated<string>;
    last_day: string | null;
    impact: string | null;
    is_over: Generated<boolean>;
    review: AnomalyReview | null;
    accepted_on: string | null;
  };
  anomaly_scans: {
    cost_report_token: string;
    question: string;
    fingerprint: string;
    providers: string[];
    scanned_at: Date;
  };
  anomaly_notifications: ObjectRow & {
    workspace_token: string;
    cost_report_token: string;
    threshold: Generated<number>;
    recipient_emails: Generated<string[]>;
    recipient_channels: Generated<string[]>;
    summarized_on: string | null;
    updated_at: Date;
  };
  anomaly_notification_users: {
    id: Generated<number>;
    anomaly_notification_token: string;
    user_token: string;
  };
  anomaly_notification_teams: {
    id: Generated<number>;
    anomaly_notification_token: string;
    team_token: string;
  };
  anomaly_notification_channels: {
    id: Generated<number>;
    anomaly_notification_token: string;
    channel_token: string;
  };
  anomaly_notification_anomalies: {
    id: Generated<number>;
    anomaly_notification_token: string;
    anomaly_alert_token: string;
    delivered: boolean;
    created_at: Date;
  };
  channels: ObjectRow & {
    workspace_token: string;
    name: string;
    kind: ChannelKind;
    settings: Json;
    secret: Buffer | null;
    secret_changed_at: Date | null;
  };
  mutes: ObjectRow & {
    workspace_token: string;
    object_token: string;
    starts_at: Date;
    ends_at: Date;
    created_by_token: string | null;
  };
  cost_alerts: ObjectRow & {
    workspace_token: string;
    title: string;
    interval: CostAlertInterval;
    unit_type: CostAlertUnit;
    threshold: string;
    minimum_threshold: string | null;
    email_recipients: Generated<string[]>;
    slack_channels: Generated<string[]>;
    teams_channels: Generated<string[]>;
    arming: Generated<number>;
    armed_at: Date;
    updated_at: Date;
  };
  cost_alert_reports: {
    id: Generated<number>;
    cost_alert_token: string;
    cost_report_token: string;
  };
  cost_alert_channels: {
    id: Generated<number>;
    cost_alert_token: string;
    channel_token: string;
  };
  cost_alert_events: ObjectRow & {
    workspace_token: string;
    alert_token: string;
    report_token: string;
    group_key: string;
    interval: CostAlertInterval;
    interval_start: string;
    triggered_on: string;
    description: string;
    metadata: Json;
    annotation_token: string | null;
  };
  kubernetes_efficiency_reports: ObjectRow & {
    workspace_token: string;
    title: string;
    is_default: Generated<boolean>;
    filter: string | null;
    groupings: Generated<string>;
    aggregated_by: Generated<string>;
    date_bucket: Generated<'day' | 'week' | 'month' | 'quarter'>;
    date_interval: Generated<DateInterval>;
    start_date: string | null;
    end_date: string | null;
    user_token: string | null;
  };
  report_notifications: ObjectRow & {
    workspace_token: string;
    cost_report_token: string;
    title: string;
    frequency: 'daily' | 'weekly' | 'monthly';
    change: 'percentage' | 'dollars';
    recipient_emails: Generated<string[]>;
    recipient_channels: Generated<string[]>;
    user_token: string | null;
    first_run_on: string;
  };
  dashboard_notifications: ObjectRow & {
    workspace_token: string;
    dashboard_token: string;
    title: string;
    frequency: 'daily' | 'weekly' | 'monthly';
    recipient_emails: Generated<string[]>;
    user_token: string | null;
    first_run_on: string;
  };
  dashboard_notification_users: {
    id: Generated<number>;
    dashboard_notification_token: string;
    user_token: string;
  };
  dashboard_notification_teams: {
    id: Generated<number>;
    dashboard_notification_token: string;
    team_token: string;
  };
  dashboard_notification_channels: {
    id: Generated<number>;
    dashboard_notification_token: string;
    channel_token: string;
  };
  dashboard_notification_runs: {
    id: Generated<number>;
    dashboard_notification_token: string;
    day: string;
    sent_at: Date;
  };
  financial_commitments: {
    id: Generated<number>;
    integration_token: string;
    provider: string;
    commitment_id: string;
    commitment_type: string;
    service: string;
    account: string;
    type: string;
    amount: number | null;
    term: string | null;
    payment_type: string | null;
    region: string | null;
    starts_at: Date;
    ends_at: Date;
    hourly_cost: string;
    currency: string;
    created_at: Date;
  };
  financial_commitment_reports: ObjectRow & {
    workspace_token: string;
    title: string;
    is_default: Generated<boolean>;
    filter: string | null;
    date_interval: Generated<DateInterval>;
    start_date: string | null;
    end_date: string | null;
    date_bucket: Generated<CalendarBin>;
    on_demand_costs_scope: Generated<'discountable' | 'all'>;
    groupings: Generated<string>;
    user_token: string | null;
  };
  report_notification_users: {
    id: Generated<number>;
    report_notification_token: string;
    user_token: string;
  };
  report_notification_teams: {
    id: Generated<number>;
    report_notification_token: string;
    team_token: string;
  };
  report_notification_channels: {
    id: Generated<number>;
    report_notification_token: string;
    channel_token: string;
  };
  report_notification_runs: {
    id: Generated<number>;
    report_notification_token: string;
    period_start: string;
    period_end: string;
    total: string;
    sent_at: Date;
  };
  job_deaths: {
    job_id: string;
    deaths: number;
    reason: string | null;
  };
  delivery_messages: ObjectRow & {
    rule_token: string;
    event_key: string;
    channel: 'email' | ChannelKind;
    recipient: string;
    content: Json;
    state: Generated<DeliveryState>;
    attempts: Generated<number>;
    next_attempt_at: Date;
    last_error: string | null;
    finished_at: Date | null;
  };
  virtual_tag_configs: ObjectRow & {
    key: string;
    overridable: boolean;
    backfill_until: string;
    collapsed_tag_keys: JsonList;
    created_by: string | null;
    updated_at: Date;
  };
  virtual_tag_values: {
    id: Generated<number>;
    token: string;
    config_token: string;
    position: number;
    filter: string | null;
    kind: VirtualTagKind;
    definition: Json;
    date_ranges: JsonList;
    business_metric_token: string | null;
  };
  price_publications: {
    publication_id: Generated<number>;
    source: string;
    version: string;
    published_at: Date;
    file_names: string[];
    price_count: Generated<number>;
    completed_at: Date | null;
    created_at: Date;
  };
  price_offers: {
    offer: string;
    region: string;
    provider_id: string;
    service_id: string;
    publication_id: number;
  };
  network_flow_reports: ObjectRow & {
    workspace_token: string;
    title: string;
    is_default: Generated<boolean>;
    filter: string | null;
    date_interval: Generated<DateInterval>;
    start_date: string | null;
    end_date: string | null;
    groupings: Generated<string>;
    flow_direction: string | null;
    flow_weight: Generated<string>;
    created_by_token: string | null;
  };
  network_flow_loads: {
    load_id: Generated<number>;
    account_token: string;
    integration_token: string;
    name: string;
    fingerprint: string;
    status: 'running' | 'active';
    rows_read: Generated<number>;
    rows_stored: Generated<number>;
    first_date: string | null;
    last_date: string | null;
    started_at: Date;
    finished_at: Date | null;
  };
  virtual_tag_requests: { request_id: string; account_token: string; created_at: Date };
}

/** A database handle: the pool, or the transaction in whose scope the code runs. */
export type Db = Kysely<Tables> | Transaction<Tables>;
