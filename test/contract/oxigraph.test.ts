import { temporaryStore } from "../support/stores.ts";
import { storeContract } from "./store.ts";

storeContract("oxigraph", () => temporaryStore());
