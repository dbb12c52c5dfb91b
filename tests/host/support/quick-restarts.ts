/** Imported before the host, it has no patience with its database. */
import { RESTARTS } from "../../../netlify/host/postgres/restarts.ts"

RESTARTS.delaysMs = [10, 10, 10, 10, 10]
