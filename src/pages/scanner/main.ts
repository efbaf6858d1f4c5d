import { startScanner } from './start-scanner.tsx';

const root = document.getElementById('scanner');
if (root) void startScanner(root);
