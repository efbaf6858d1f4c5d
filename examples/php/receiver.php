<?php

declare(strict_types=1);

$key = getenv('PRIVATE_KEY');
if ($key === false || $key === '') {
    throw new RuntimeException("Set PRIVATE_KEY to the host's private key, sk_….");
}

// The body as it came, before any parsing.
$rawBody = (string) file_get_contents('php://input');
$header = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
header('Content-Type: application/json');

if (!hash_equals(hash_hmac('sha512', $rawBody, $key), $header)) {
    http_response_code(401);
    echo '{"error":"invalid signature"}';
    exit;
}

echo '{"received":true}';
if ($rawBody === '') {
    exit;
}

// By default PHP reads 512 levels. The 4096 bytes of metadata have room for two thousand.
$event = json_decode($rawBody, true, 10_000, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
if ($event['eventType'] === 'TICKET_PURCHASED') {
    // Deliveries may come twice: in earnest, insert the reference into a table with a unique key, and go on only if it was new.
    error_log('sold: ' . $event['data']['reference']);
}
