import { z } from 'zod';

/** The manifest of a delivery, in a form common to all providers. */
export interface Manifest {
  files: { key: string; bytes?: number }[];
  reportName: string;
  /** Orders deliveries of the same report. */
  version: string;
}

const awsReport = z
  .object({
    assemblyId: z.string().optional(),
    reportName: z.string().default(''),
    reportKeys: z.array(z.string()),
  })
  .transform((manifest): Manifest => ({
    files: manifest.reportKeys.map((key) => ({ key: decodeURIComponent(key) })),
    reportName: manifest.reportName,
    version: '',
  }));

const awsExport = z
  .object({
    executionId: z.string().optional(),
    exportName: z.string().default(''),
    dataFiles: z.array(z.string()),
  })
  .transform((manifest): Manifest => ({
    files: manifest.dataFiles.map((url) => ({ key: url.replace(/^s3:\/\/[^/]+\//, '') })),
    reportName: manifest.exportName,
    version: '',
  }));

const azureExport = z
  .object({
    exportConfig: z.object({ exportName: z.string().default('') }).default({ exportName: '' }),
    runInfo: z.object({ submittedTime: z.string().default('') }).default({ submittedTime: '' }),
    blobs: z.array(z.object({ blobName: z.string(), byteCount: z.number().optional() })),
  })
  .transform((manifest): Manifest => ({
    files: manifest.blobs.map((blob) => ({ key: blob.blobName, bytes: blob.byteCount })),
    // Actual and amortized exports of one scope have different names but form one set of lines.
    reportName: '',
    version: manifest.runInfo.submittedTime,
  }));

const anyManifest = z.union([awsReport, awsExport, azureExport]);

/** Parses a manifest; returns undefined for JSON of any other kind. */
export function parseManifest(json: unknown): Manifest | undefined {
  return anyManifest.safeParse(json).data;
}
