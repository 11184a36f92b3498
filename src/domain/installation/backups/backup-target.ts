/** What a backup is read from. */
export interface BackupSource {
  /** Sizes by name. */
  list(): Promise<Map<string, number>>;
  /** The content of a file; undefined if there is none. */
  get(name: string): Promise<Buffer | undefined>;
}

/** Where backups are: whole files by name. */
export interface BackupTarget extends BackupSource {
  put(name: string, content: Buffer): Promise<void>;
  delete(name: string): Promise<void>;
  /** Ends what was written; only then a single file exists. */
  close(isComplete: boolean): Promise<void>;
}
