const keys = (text: string) => text.trim().split(/\s+/);

/** Metadata that resources of a type have, where rules or columns need it; inventories may tell more. */
export const metadataKeys: Record<string, readonly string[]> = {
  aws_auto_scaling_group: keys('name min_size max_size desired_capacity max_cpu'),
  aws_cloudfront_distribution: keys('distribution_id domain_name status enabled'),
  aws_cloudwatch_log_group: keys('name retention_in_days stored_bytes creation_time'),
  aws_db_instance: keys(`db_instance_class engine engine_version multi_az allocated_storage vcpu
    standard_support_end extended_support_end max_cpu max_database_connections`),
  aws_ebs_volume:
    keys(`volume_id volume_type size iops throughput state attached_instance_id detached_at
    max_iops max_throughput`),
  aws_ec2_reserved_instance: keys(
    'instance_type instance_count offering_type term payment_option start end state',
  ),
  aws_ecs_service: keys('launch_type cpu memory desired_count max_cpu max_memory'),
  aws_eip: keys('allocation_id association_id public_ip'),
  aws_eks_cluster: keys('version support_type standard_support_end_date extended_support_end_date'),
  aws_elasticache_cluster: keys('cache_node_type engine engine_version num_cache_nodes max_cpu'),
  aws_elasticsearch_domain: keys('engine_version instance_type instance_count max_cpu'),
  aws_instance_snapshot: keys('snapshot_id volume_id start_time image_id volume_size'),
  aws_lambda_function: keys('runtime memory_size max_memory_used timeout architectures'),
  aws_lb: keys('load_balancer_type scheme state'),
  aws_nat_gateway: keys('nat_gateway_id state subnet_id vpc_id'),
  aws_s3_bucket: keys('name object_count standard_storage_gb'),
  aws_savings_plan: keys('term payment_option start end commitment state'),
  aws_workspaces_workspace: keys(
    'workspace_id state running_mode last_known_user_connection user_name',
  ),
  azurerm_managed_disk: keys('disk_state disk_size last_ownership_update'),
  azurerm_virtual_machine: keys('virtual_machine_size max_cpu max_memory'),
  datadog_custom_metric: keys('last_queried_at volume'),
  google_compute_disk: keys('size disk_type status'),
  google_compute_instance: keys('machine_type status max_cpu max_memory'),
  kubernetes_workload: keys(
    'cluster_id namespace controller_name controller_type replicas containers cost_efficiency',
  ),
};
