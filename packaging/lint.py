"""Reads the files for containers, Kubernetes and Debian against their published schemas and against each other.

Run by scripts/deploy-check, which puts the schemas on the path of Python. The last line says how many checks passed.
"""

import json
import pathlib
import re
import subprocess
import sys
import tomllib
from importlib import resources

import jsonschema
import kubernetes_validate
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
KUBERNETES = ROOT / "packaging/kubernetes"
DEBIAN = ROOT / "packaging/debian"
# The oldest release of Kubernetes that is still looked after, and the newest whose schema is known.
RELEASES = ("1.33", "1.37")
MOST_EXPOSED = 2.0

VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]

passed, failed = 0, 0


def check(what, wrong):
    """One check: `wrong` is what is wrong, or nothing."""
    global passed, failed
    if wrong:
        failed += 1
        print(f"FAILED  {what}: {wrong}")
    else:
        passed += 1
        print(f"ok      {what}")


def text(path):
    return (ROOT / path).read_text()


def documents():
    for path in sorted(KUBERNETES.glob("*.yaml")):
        if path.name != "kustomization.yaml":
            for document in yaml.safe_load_all(path.read_text()):
                yield path.name, document


def schema_problem(document, release):
    try:
        kubernetes_validate.validate(document, release, strict=True)
    except kubernetes_validate.ValidationError as error:
        return f"{'/'.join(str(part) for part in error.path)}: {error.message}"
    return None


def kubernetes():
    kinds = {}
    for name, document in documents():
        kinds[document["kind"]] = document
        for release in RELEASES:
            check(f"{name} is a {document['kind']} of Kubernetes {release}", schema_problem(document, release))
    listed = set(yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())["resources"])
    there = {path.name for path in KUBERNETES.glob("*.yaml")} - {"kustomization.yaml", "secret.example.yaml"}
    check("kustomization.yaml lists every file but the example of a secret", listed ^ there)

    deployment = kinds["Deployment"]["spec"]
    pod = deployment["template"]
    container = pod["spec"]["containers"][0]
    labels = pod["metadata"]["labels"]
    for kind, selector in (
        ("Deployment", deployment["selector"]["matchLabels"]),
        ("Service", kinds["Service"]["spec"]["selector"]),
        ("PodDisruptionBudget", kinds["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"]),
    ):
        check(f"the {kind} selects the pods", selector.items() - labels.items())
    target = kinds["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"]
    check("the autoscaler scales the Deployment", target != kinds["Deployment"]["metadata"]["name"] and target)
    backend = kinds["Ingress"]["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]["name"]
    check("the Ingress leads to the Service", backend != kinds["Service"]["metadata"]["name"] and backend)
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        check(f"there is a {probe}", probe not in container and "it is missing")
    check("readiness asks /ready", not container["readinessProbe"]["httpGet"]["path"].endswith("/ready"))
    check("liveness asks /health", not container["livenessProbe"]["httpGet"]["path"].endswith("/health"))
    delay = int(kinds["ConfigMap"]["data"]["TOUCHSTONE_SHUTDOWN_DELAY"])
    grace = pod["spec"]["terminationGracePeriodSeconds"]
    check("the grace period covers shutdown_delay and shutdown_grace", grace <= delay + 10 and f"{grace} s")
    user = re.search(r"^USER (\d+)", text("Containerfile"), re.M).group(1)
    check("pods run as the user of the image", str(pod["spec"]["securityContext"]["runAsUser"]) != user and user)
    check("the root of the pods is read-only", not container["securityContext"]["readOnlyRootFilesystem"])
    names = {ref["name"] for source in container["envFrom"] for ref in source.values()}
    check("settings and secret have the names that pods ask for", names - {"touchstone"})
    workloads = {
        "Deployment": pod,
        "Job": kinds["Job"]["spec"]["template"],
        "CronJob": kinds["CronJob"]["spec"]["jobTemplate"]["spec"]["template"],
    }
    for kind, template in workloads.items():
        one = template["spec"]["containers"][0]
        check(f"the image of the {kind} has the version of the workspace", not one["image"].endswith(f":{VERSION}") and VERSION)
        check(f"the {kind} has the settings of the servers", one["envFrom"] != container["envFrom"])
        check(f"the {kind} runs as the user of the image", str(template["spec"]["securityContext"]["runAsUser"]) != user and user)
    job = kinds["Job"]["metadata"]["name"]
    check("the Job of migrations is named by the version", not job.endswith(VERSION.replace(".", "-")) and job)
    check("servers leave migrations to the Job", kinds["ConfigMap"]["data"].get("TOUCHSTONE_MIGRATE_ON_START") != "false")
    metrics = kinds["ConfigMap"]["data"]["TOUCHSTONE_METRICS_LISTEN"].rsplit(":")[-1]
    ports = {port["name"]: str(port["containerPort"]) for port in container["ports"]}
    check("metrics are on the port that pods name", ports.get("metrics") != metrics and metrics)
    connections(kinds)


def connections(kinds):
    """What all servers open at most must fit into what PostgreSQL offers by default."""
    each = int(kinds["ConfigMap"]["data"]["TOUCHSTONE_DATABASE_CONNECTIONS"])
    surge = kinds["Deployment"]["spec"]["strategy"]["rollingUpdate"]["maxSurge"]
    all_of_them = (kinds["HorizontalPodAutoscaler"]["spec"]["maxReplicas"] + surge) * each
    check(f"{all_of_them} connections fit into 97", all_of_them > 97 and all_of_them)


def compose():
    composed = yaml.safe_load(text("compose.yaml"))
    # The schema is older than files that may be missing, which Compose 2.24 reads.
    env_file = composed["services"]["touchstone"].pop("env_file", None)
    schema = json.loads(resources.files("compose").joinpath("config/compose_spec.json").read_text())
    problems = [f"{'/'.join(map(str, e.path))}: {e.message}" for e in jsonschema.Draft7Validator(schema).iter_errors(composed)]
    check("compose.yaml keeps to the specification of Compose", "; ".join(problems))
    services = composed["services"]
    check("Redis is a profile", services["redis"].get("profiles") != ["redis"])
    check("the app waits for a healthy database", services["touchstone"]["depends_on"]["postgres"]["condition"] != "service_healthy")
    check("the app has a read-only root", not services["touchstone"]["read_only"])
    check("all of .env reaches the app, if it is there", env_file != [{"path": ".env", "required": False}])
    check("Caddy is a profile", services["caddy"].get("profiles") != ["caddy"])
    check("the app waits for its master key", services["touchstone"]["depends_on"]["master-key"]["condition"] != "service_completed_successfully")
    check("the image has the version of the workspace", f":{VERSION}}}" not in services["touchstone"]["image"] and VERSION)
    for name, service in services.items():
        check(f"the log of {name} does not grow without end", "max-size" not in service.get("logging", {}).get("options", {}))
        tag = service["image"].rpartition(":")[2]
        check(f"the image of {name} has a whole version", not re.match(r"\d+\.\d+", tag) and tag)
    mounted = [v.split(":")[0] for s in services.values() for v in s.get("volumes", [])]
    check("files that are mounted are there", [path for path in mounted if path.startswith(".") and not (ROOT / path).exists()])
    volumes = {name for name in mounted if not name.startswith(".")}
    check("every volume is declared and used", volumes ^ set(composed["volumes"]))


def containerfile():
    lines = text("Containerfile")
    stages = re.findall(r"^FROM \S+(?: AS (\w+))?$", lines, re.M)
    check("Containerfile builds the server unless another target is named", stages[-1] != "" or "server" not in stages or "demo" not in stages)
    for instruction in ("USER", "HEALTHCHECK", "EXPOSE", "STOPSIGNAL", "ENTRYPOINT"):
        check(f"Containerfile has {instruction}", not re.search(f"^{instruction} ", lines, re.M) and "it is missing")
    for name in ("BASE", "NODE", "RUST"):
        check(f"the image of {name} has a whole version", not re.search(rf"^ARG {name}=\S+:\d+\.\d+", lines, re.M))
    ours = re.sub(r"^COPY --from=.*\n", "", lines, flags=re.M)
    copied = [path for line in re.findall(r"^COPY (?:--\S+ )*(\S.*) \S+$", ours, re.M) for path in line.split()]
    check("Containerfile copies what is there", [path for path in copied if not (ROOT / path).exists()])


def platforms():
    """Every platform builds the image of the server, asks whether it is ready, and migrates before it serves."""
    fly = tomllib.loads(text("packaging/platforms/fly.toml"))
    railway = json.loads(text("packaging/platforms/railway.json"))
    render = yaml.safe_load(text("packaging/platforms/render.yaml"))
    web = render["services"][0]
    place = ROOT / "packaging/platforms"
    built = {
        "Fly.io": place / fly["build"]["dockerfile"],
        "Railway": ROOT / railway["build"]["dockerfilePath"],
        "Render": ROOT / web["dockerfilePath"],
    }
    for name, path in built.items():
        check(f"{name} builds Containerfile", path.resolve() != ROOT / "Containerfile" and path)
    # Railway refuses a file with this instruction.
    check("Containerfile has no VOLUME", re.search(r"^VOLUME", text("Containerfile"), re.M) and "it has")
    ready = {
        "Fly.io": fly["http_service"]["checks"][0]["path"],
        "Railway": railway["deploy"]["healthcheckPath"],
        "Render": web["healthCheckPath"],
    }
    for name, path in ready.items():
        check(f"{name} asks /parse/ready", path != "/parse/ready" and path)
    migrating = {
        "Fly.io": f"/usr/bin/touchstone {fly['deploy']['release_command']}",
        "Railway": railway["deploy"]["preDeployCommand"][0],
        "Render": web["preDeployCommand"],
    }
    for name, command in migrating.items():
        check(f"{name} migrates before a deployment", command != "/usr/bin/touchstone migrate" and command)
    variables = {one["key"]: one for one in web["envVars"]}
    check("Fly.io reaches the port of the server", fly["env"]["PORT"] != str(fly["http_service"]["internal_port"]))
    for name, given in (("Fly.io", fly["env"]), ("Render", variables)):
        needed = {"TOUCHSTONE_APPLICATION_ID", "TOUCHSTONE_PUBLIC_URL", "TOUCHSTONE_FILES_URL", "TOUCHSTONE_TRUST_PROXY"}
        check(f"{name} has the settings that a public server needs", sorted(needed - set(given)))


def settings():
    """What files set must be a setting. The reference lists them all, and a test keeps it complete."""
    names = re.findall(r"^\| `([a-z0-9_]+)` \|", text("docs/reference/settings.md"), re.M)
    known = {f"TOUCHSTONE_{name.upper()}" for name in names}
    places = ["Containerfile", "compose.yaml", "packaging/debian/environment"]
    places += [f"packaging/kubernetes/{name}" for name in ("settings.yaml", "secret.example.yaml", "backup.yaml")]
    places += ["packaging/platforms/fly.toml", "packaging/platforms/render.yaml"]
    not_settings = {"TOUCHSTONE_IMAGE", "TOUCHSTONE_CONFIG"}
    for place in places:
        named = set(re.findall(r"\bTOUCHSTONE_[A-Z0-9_]+", text(place))) - not_settings - {"TOUCHSTONE_NAME"}
        named = {name.removesuffix("_FILE") for name in named}
        check(f"{place} names settings that there are", named - known)
    uncommented = re.sub(r"^#(\w+ = )", r"\1", text("packaging/debian/touchstone.toml"), flags=re.M)
    named = {f"TOUCHSTONE_{key.upper().removesuffix('_FILE')}" for key in tomllib.loads(uncommented)}
    check("touchstone.toml names settings that there are, also in what is commented out", named - known)


def debian():
    manifest = tomllib.loads(text("crates/touchstone/Cargo.toml"))["package"]["metadata"]["deb"]
    folder = ROOT / "crates/touchstone"
    sources = [asset[0] for asset in manifest["assets"] if not asset[0].startswith("target/")]
    check("the package is made of files that are there", [path for path in sources if not list(folder.glob(path))])
    check("the documents of the package link to what is in it", sorted(dead_links(manifest["assets"])))
    for unit in ("touchstone.service", "touchstone-database.service"):
        exposure(unit)


def dead_links(assets):
    """Links of shipped documents to files of the repository that are not shipped. Sources are for those with a clone."""
    folder = ROOT / "crates/touchstone"
    shipped = {path.resolve() for asset in assets for path in folder.glob(asset[0]) if not asset[0].startswith("target/")}
    for document in (path for path in shipped if path.suffix == ".md"):
        for target in re.findall(r"\]\(([^)#\s]+)", document.read_text()):
            file = (document.parent / target).resolve()
            if "://" not in target and file.is_file() and file.suffix != ".rs" and file not in shipped:
                yield f"{document.relative_to(ROOT)}: {target}"


def exposure(unit):
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(DEBIAN / unit)]
    try:
        shown = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        print(f"skipped {unit}: there is no systemd-analyze")
        return
    figure = re.search(r"exposure level for \S+: ([\d.]+)", shown)
    most = MOST_EXPOSED if unit == "touchstone.service" else 5.0
    what = f"{unit} is exposed {figure.group(1) if figure else '?'} of 10, at most {most}"
    check(what, not figure or float(figure.group(1)) > most)


for part in (kubernetes, compose, containerfile, platforms, settings, debian):
    part()
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
