ALTER TABLE refunds VALIDATE CONSTRAINT refunds_status_check;
