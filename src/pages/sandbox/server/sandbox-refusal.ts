/** The sandbox understood and says no. */
export class SandboxRefusal extends Error {
  readonly status: 401 | 404 | 409 | 422;
  constructor(status: SandboxRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}
