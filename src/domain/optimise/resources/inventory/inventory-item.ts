/** A resource as an inventory lists it. */
export interface InventoryItem {
  uuid: string;
  provider: string;
  type: string;
  label: string | null;
  account_id: string | null;
  provider_account_id: string | null;
  region: string | null;
  metadata: Record<string, unknown>;
  tags: Record<string, string>;
}
