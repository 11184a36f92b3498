import { Skeleton, Stack } from '@mantine/core';

/** Placeholders have the shape of the content that is loading, so that the layout does not shift. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Stack gap="sm" py="sm" aria-busy aria-label="Loading" role="status">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={28} />
      ))}
    </Stack>
  );
}

export function ChartSkeleton({ height = 360 }: { height?: number }) {
  return <Skeleton height={height} aria-busy aria-label="Loading" role="status" />;
}

export function PageSkeleton() {
  return (
    <Stack gap="md">
      <Skeleton height={28} width={220} />
      <TableSkeleton />
    </Stack>
  );
}
